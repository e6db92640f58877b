import { changedMail } from '../mails/texts.js'
import type { Ports } from '../ports.js'
import { type Repositories, UniqueViolation } from '../store.js'
import { Refusal } from '../wire/errors.js'
import { page } from '../wire/page.js'
import { reply } from '../wire/responses.js'
import { linkInvitations, userObject } from './accounts.js'
import type { LinkTarget } from './operation.js'

const path = '/v1/activations/{secret}'

/** The path of the link in an activation e-mail. */
export const activationPath = (secret: string): string => path.replace('{secret}', secret)

/** An activated address, and a function that sends the notice to the old one. */
interface Activated {
  email: string
  send(): void
}

const unknownLink = () =>
  new Refusal(
    'link_invalid',
    'This link is not valid: it was already used, cancelled, or replaced by a newer one',
  )

/** Activates a new address (section 2.4) and notifies the old one. @throws {Refusal} if the link is not valid */
async function activate(
  secret: string,
  caller: string | undefined,
  { store, clock, mailer }: Ports,
): Promise<string> {
  // Anyone can try without credentials, so an unknown link must not occupy the write queue.
  if (!(await store.read(rows => rows.emailChanges.find(secret)))) throw unknownLink()
  const activating = async (rows: Repositories): Promise<Activated | Refusal> => {
    const now = clock.now()
    const change = await rows.emailChanges.find(secret)
    const account = change && (await rows.users.find(change.user_id))
    if (!change || !account) return unknownLink()
    if (change.expires_at <= now) {
      await rows.emailChanges.remove(change.user_id)
      // Returned, because throwing it here would roll back this change.
      return new Refusal('link_invalid', 'This link has expired; change the address again to get a new one')
    }
    const { email } = change
    const before = userObject(account)
    await rows.users.change(account.id, { email }, now)
    await rows.emailChanges.remove(account.id)
    await linkInvitations(rows, { ...before, email })
    return { email, send: mailer.keep(changedMail(before, email), rows) }
  }
  const outcome = await store.write(activating, { caller })
  if (outcome instanceof Refusal) throw outcome
  outcome.send()
  return outcome.email
}

/** The target of an activation link. It responds in JSON, or with a small page in a browser. */
export const activation: LinkTarget = {
  id: 'activateEmail',
  method: 'GET',
  path,
  head: false,
  async run({ call, params, ports }) {
    const isPage = call.header('accept')?.includes('text/html')
    try {
      const email = await activate(params.secret ?? '', call.peer, ports)
      return isPage
        ? page(200, 'Your new address is confirmed', `From now on, log in as ${email}.`)
        : reply(200, JSON.stringify({ success: true, data: { email } }))
    } catch (error) {
      const refusal =
        error instanceof UniqueViolation
          ? new Refusal('email_taken', 'Another account now uses this address; change to a different one')
          : error
      if (!isPage || !(refusal instanceof Refusal)) throw refusal
      const { status, code, message } = refusal
      return { ...page(status, 'The address was not changed', `${message}.`), error: { code, message } }
    }
  },
}

import * as z from 'zod'
import { type Service, shown } from '../core/index.js'
import { accountOf } from './accounts.js'

const notPositive = ({ input }: { input?: unknown }) => `must be a whole number from 1, not ${shown(input)}`

/** A rate limit to come, for all accounts or that of an address. */
export const rateLimit = z.strictObject({
  requests: z.int({ error: notPositive }).min(1, { error: notPositive }),
  email: z.string({ error: 'must be the e-mail address of an account' }).optional(),
})

/**
 * Gives every account, or that of an address, a `request_rate_limit` (section 8), and counts anew: the next `requests`
 * within 5 minutes are answered.
 *
 * @throws Refusal where there is no account of this address
 */
export async function limitRates(
  service: Service,
  { requests, email }: z.infer<typeof rateLimit>,
): Promise<void> {
  const { store, clock } = service.ports
  await store.write(async rows => {
    const limited = email === undefined ? await rows.users.list() : [await accountOf(rows, email)]
    for (const { id } of limited) await rows.users.change(id, { request_rate_limit: requests }, clock.now())
  })
  service.clearRates()
}

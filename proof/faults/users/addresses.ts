import type { Repositories, StoredUser } from '../../../server/core/index.js'
import { linkInvitations, userObject } from '../../../server/core/operations/accounts.js'
import { after, bodyAs, inviteeAs, refuseIf, requestAs, run } from '../../alter/requests.js'
import { answered, authorizationAs, objects, without } from '../../alter/responses.js'
import { collection, endCollaborations, mailAs } from '../../alter/stored.js'
import { basicAuth, credentialsIn } from '../../requests/credentials.js'
import { type Alter, all, stateful } from '../../server/parts.js'
import { fault } from '../fault.js'

/** Lets an account take the address of another one. `taken` maps an address to the id of the account that now has it. */
const withTaken = (make: (taken: Map<string, string>) => ReturnType<typeof run>) =>
  stateful(() => {
    const taken = new Map<string, string>()
    return all(
      collection('users', usual => ({
        findByEmail: async email => {
          const owner = taken.get(email.toLowerCase())
          return owner === undefined ? usual.findByEmail(email) : usual.find(owner)
        },
      })),
      make(taken),
    )
  })

/** Gives up the addresses that an account has taken. */
function giveBack(taken: Map<string, string>, { id }: StoredUser): void {
  for (const [address, owner] of taken) if (owner === id) taken.delete(address)
}

/** Runs `work` when the new address of an account is activated. */
const onActivation = (work: (id: string, email: string, rows: Repositories) => unknown) =>
  collection('users', (usual, rows) => ({
    async change(id, values, now) {
      await usual.change(id, values, now)
      if (values.email !== undefined) await work(id, values.email, rows)
    },
  }))

/** Passes `make` the accounts by the new addresses that they have requested. */
const withWanted = (make: (wanted: ReadonlyMap<string, StoredUser>) => Alter) =>
  stateful(() => {
    const wanted = new Map<string, StoredUser>()
    const noting = after('changeMe', ({ user, body }) => {
      if (typeof body.email === 'string') wanted.set(body.email, user)
    })
    return all(noting, make(wanted))
  })

/** When an address is activated, restores parts of the account as of the request for the change. */
const withEarlier = (kept: (account: StoredUser) => Parameters<Repositories['users']['change']>[1]) =>
  stateful(() => {
    const earlier = new Map<string, StoredUser>()
    return all(
      after('changeMe', async ({ rows, user, body: { email } }) => {
        const now = await rows.users.find(user.id)
        if (now && typeof email === 'string' && email !== user.email) earlier.set(user.id, now)
      }),
      // A new password does not cancel the change.
      requestAs('changeMe', ({ rows }) => ({
        rows: { ...rows, emailChanges: { ...rows.emailChanges, remove: async () => {} } },
      })),
      collection('users', usual => ({
        async change(id, values, now) {
          const then = values.email === undefined ? undefined : earlier.get(id)
          await usual.change(id, then ? { ...kept(then), ...values } : values, now)
        },
      })),
    )
  })

/** Addresses of other accounts, and the consequences of a change of address (section 2.4). */
export const addressFaults = [
  fault(
    'email-of-another-at-once',
    'gives an account the address of another one, whose owner is locked out',
    {
      breaks: { 'USER-41.address': /must still show the account/ },
      touches: ['USER-41.address-activated'],
      alter: withTaken(taken =>
        run('changeMe', async ({ rows, user, body: { email } }, usual) => {
          const other = typeof email === 'string' ? await rows.users.findByEmail(email) : undefined
          if (email === user.email) giveBack(taken, user)
          if (!other || other.id === user.id) return usual()
          taken.set(String(email).toLowerCase(), user.id)
          return answered
        }),
      ),
    },
  ),
  fault(
    'email-of-another-by-the-link',
    'gives an account the address of another one once the link was followed',
    {
      breaks: { 'USER-41.address-activated': /must still show the account/ },
      alter: withTaken(taken => {
        const wanted = new Map<string, string>()
        return all(
          run('changeMe', async ({ rows, user, body }, usual) => {
            const other =
              typeof body.email === 'string' ? await rows.users.findByEmail(body.email) : undefined
            if (body.email === user.email) giveBack(taken, user)
            if (!other || other.id === user.id) return usual()
            const stand_in = `${wanted.size}-${other.email}`
            wanted.set(stand_in, other.email)
            return usual({ body: { ...body, email: stand_in } })
          }),
          mailAs(mail => ({ ...mail, to: wanted.get(mail.to) ?? mail.to })),
          collection('users', usual => ({
            async change(id, { email, ...rest }, now) {
              const address = wanted.get(email ?? '')
              if (address !== undefined) taken.set(address.toLowerCase(), id)
              await usual.change(id, address === undefined && email ? { ...rest, email } : rest, now)
            },
          })),
        )
      }),
    },
  ),
  fault(
    'new-address-ends-collaborations',
    'ends the collaborations of an account with the activation of an address',
    {
      breaks: { 'USER-32.collaborations': /under the new address must be accepted/ },
      touches: ['USER-32'],
      alter: onActivation((id, _, rows) => endCollaborations(rows, id)),
    },
  ),
  fault(
    'wanted-address-ends-collaborations',
    'ends the collaborations of an account that asks for another address',
    {
      breaks: { 'USER-31.collaborations': /must be accepted/ },
      touches: ['USER-32.collaborations', 'USER-32.own'],
      alter: run('changeMe', async ({ rows, user, body: { email } }, usual) => {
        const reply = await usual()
        if (typeof email === 'string' && email !== user.email) await endCollaborations(rows, user.id)
        return reply
      }),
    },
  ),

  fault(
    'activated-address-not-found',
    "finds a new collaborator's account only by the address that it had at first",
    {
      breaks: { 'USER-32.added': /added as a collaborator by its activated address/ },
      touches: ['USER-31', 'USER-32', 'CROSS-27', 'CROSS-34', 'CROSS-42'],
      alter: stateful(() => {
        const moved = new Set<string>()
        return all(
          onActivation(id => moved.add(id)),
          inviteeAs(async account => (account && moved.has(account.id) ? undefined : account)),
        )
      }),
    },
  ),
  fault('email-without-plus', 'refuses an email of the account with a plus in it', {
    breaks: { 'USER-31.plus': /a new email address with a plus in it must be accepted/ },
    alter: refuseIf('changeMe', asked => /\+/.test(String(asked.body.email))),
  }),
  fault('email-alone', 'ignores what else is sent with a new email', {
    breaks: { 'USER-31.together': /firstname that was sent with a new email/ },
    touches: ['USER-30', 'USER-32.settings', 'USER-33.email'],
    alter: bodyAs('changeMe', (body, { user }) =>
      body.email === undefined || body.email === user.email ? body : { email: body.email },
    ),
  }),
  fault('email-beside-others-ignored', 'ignores a new email that is sent with other members', {
    breaks: { 'USER-32.settings': /no e-mail came .*, a new email address that is sent with a lastname/ },
    alter: bodyAs('changeMe', body => (Object.keys(body).length > 1 ? without(body, 'email') : body)),
  }),
  fault(
    'activation-of-the-account-of-then',
    'stores an account at an activation as it was when the address was asked for',
    {
      breaks: { 'USER-32.settings': /firstname, timezone of the account: not what must be there/ },
      alter: withEarlier(({ json }) => {
        const { firstname, lastname, timezone } = JSON.parse(json)
        return { firstname, lastname, timezone }
      }),
    },
  ),
  fault('activation-allows-collaboration', 'sets allow_collaboration to true with a new address', {
    breaks: { 'USER-32.settings': /allow_collaboration of the account: not what must be there/ },
    alter: collection('users', usual => ({
      change: (id, values, now) =>
        usual.change(id, values.email === undefined ? values : { ...values, allow_collaboration: true }, now),
    })),
  }),
  fault('activation-of-another-id', 'gives an account another id with a new address', {
    breaks: { 'USER-32': /id of the account after the activation/ },
    touches: ['USER-*', 'CROSS-*', 'AUTH-*', 'LIMIT-*'],
    alter: stateful(() => {
      const renewed = new Map<unknown, string>()
      return all(
        onActivation((id, email) => renewed.set(id, `${id}-${email}`)),
        objects('user', object => ({ ...object, id: renewed.get(object.id) ?? object.id })),
      )
    }),
  }),
  fault('collaborator-email-of-the-account', 'shows as email of a collaborator the address of the account', {
    breaks: { 'USER-32.collaborations': /email of a collaborator whose account has a new address/ },
    alter: objects('collaborator', object => {
      const user = object.user as { email: string } | undefined
      return user && 'email' in object ? { ...object, email: user.email } : object
    }),
  }),
  fault(
    'activation-of-the-password-of-then',
    'goes back to the password of before when an address is activated',
    {
      breaks: { 'USER-32.password': /a login with the old password, after an activation/ },
      alter: withEarlier(({ password_hash }) => ({ password_hash })),
    },
  ),
  fault('activation-of-the-first-address', 'activates the first of the addresses that were asked for', {
    breaks: { 'USER-32.second': /second new address after its activation must be accepted/ },
    touches: ['USER-32'],
    alter: stateful(() => {
      const first = new Map<string, string>()
      return all(
        collection('emailChanges', usual => ({
          async put(change) {
            if (!first.has(change.user_id)) first.set(change.user_id, change.email)
            await usual.put(change)
          },
        })),
        collection('users', usual => ({
          async change(id, { email: asked, ...rest }, now) {
            const email = asked && (first.get(id) ?? asked)
            if (asked) first.delete(id)
            await usual.change(id, email ? { ...rest, email } : rest, now)
          },
        })),
      )
    }),
  }),
  fault('activation-by-an-earlier-link', 'activates the address that was asked for last by an earlier link', {
    breaks: { 'USER-32.other-link': /whose link nobody has followed, after the link to .* must be refused/ },
    alter: collection('emailChanges', usual => {
      const users = new Map<string, string>()
      const latest = new Map<string, string>()
      return {
        find: async secret => usual.find(latest.get(users.get(secret) ?? '') ?? secret),
        async put(change) {
          users.set(change.secret, change.user_id)
          latest.set(change.user_id, change.secret)
          await usual.put(change)
        },
      }
    }),
  }),
  fault('activation-sent-once', 'sends one activation e-mail for each account, and no more', {
    breaks: { 'USER-32.second': /no e-mail came to .*, the second new email address/ },
    touches: ['USER-32'],
    alter: stateful(() => {
      const told = new Set<string>()
      return run('changeMe', async ({ user, body, mail }, usual) => {
        const isAgain = told.has(user.id)
        if (typeof body.email === 'string' && body.email !== user.email) told.add(user.id)
        return usual({ mail: each => (each.kind === 'activation' && isAgain) || mail(each) })
      })
    }),
  }),
  fault('login-in-small-letters', 'looks up the address of a login in lower case, but stores capitals', {
    breaks: {
      'USER-32.capitals': /address that has a capital letter, after its activation must be accepted/,
    },
    alter: collection('users', usual => ({
      async findByEmail(email) {
        const found = await usual.findByEmail(email)
        return found?.email === email.toLowerCase() ? found : undefined
      },
    })),
  }),
  fault('login-plus-as-blank', 'reads a plus in the address of a login as a blank, as in a form', {
    breaks: { 'USER-32.plus': /address that has a plus, after its activation must be accepted/ },
    touches: ['USER-31.plus'],
    alter: collection('users', usual => ({
      findByEmail: async email => usual.findByEmail(email.replaceAll('+', ' ')),
    })),
  }),

  fault('email-before-its-activation', 'has a new address at once, and sends an e-mail to confirm it', {
    breaks: { 'USER-50': /whose link nobody has followed must be refused/ },
    touches: ['USER-51'],
    alter: after('changeMe', async ({ body, rows, user, now }) => {
      if (typeof body.email === 'string') await rows.users.change(user.id, { email: body.email }, now)
    }),
  }),
  fault('login-by-a-wanted-address', 'lets an account log in by an address that it has asked for', {
    breaks: { 'USER-50': /whose link nobody has followed must be refused/ },
    touches: ['USER-32', 'USER-31', 'CROSS-34', 'CROSS-42'],
    alter: withWanted(wanted =>
      authorizationAs('everything', sent => {
        const [email = '', ...password] = credentialsIn(sent).split(':')
        const own = wanted.get(email)
        return own === undefined ? sent : basicAuth(own.email, password.join(':'))
      }),
    ),
  }),
  fault(
    'collaborator-by-a-wanted-address',
    'makes an account a collaborator by an address it has asked for',
    {
      breaks: { 'USER-51.later': /a collaborator has a user with the address .*, which is not activated/ },
      touches: ['ENV-14'],
      alter: withWanted(wanted => inviteeAs(async (account, email) => account ?? wanted.get(email))),
    },
  ),
  fault('invitation-by-a-wanted-address', 'joins an account to the invitations of an address it asks for', {
    breaks: { 'USER-51': /a collaborator has a user with the address .*, which is not activated/ },
    alter: after('changeMe', async ({ body, rows, user }) => {
      if (typeof body.email === 'string')
        await linkInvitations(rows, { ...userObject(user), email: body.email })
    }),
  }),
]

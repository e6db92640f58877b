import { setImmediate as pause } from 'node:timers/promises'
import { readsOf, singleDeletes, type Which } from '../alter/operation-groups.js'
import { operation, zoneAs } from '../alter/requests.js'
import {
  asOwner,
  authorizationAs,
  credentialsAs,
  intercept,
  openToAll,
  withHeader,
} from '../alter/responses.js'
import { port } from '../alter/stored.js'
import { credentialsIn } from '../requests/credentials.js'
import { all, stateful } from '../server/parts.js'
import { target } from '../server/people.js'
import { fault } from './fault.js'

/** Changes passwords before it hashes or verifies them. */
const comparing = (change: (password: string) => string) =>
  port('passwords', ({ hash, verify }) => ({
    hash: password => hash(change(password)),
    verify: (password, kept) => verify(change(password), kept),
  }))

const limited = `Basic ${Buffer.from('limited@example.test').toString('base64').slice(0, 20)}`

/** Keeps the caller in a shared variable, which mixes up callers while at least `many` of these requests are in progress. */
const mixingUp = (which: Which, many: number) =>
  stateful(() => {
    let current: string | undefined
    let underWay = 0
    return intercept(which, async (incoming, usual) => {
      // If passwords or addresses were mixed up, no check could use the accounts.
      if (incoming.body.new_password !== undefined || incoming.body.email !== undefined) return usual()
      const own = incoming.call.header('authorization')
      // If the account with the low rate limit were mixed up with others, it would be exhausted and the kit would wait 5 minutes.
      if (own?.startsWith(limited)) return usual()
      current = own
      underWay++
      await pause()
      try {
        return await usual(withHeader(incoming, 'authorization', underWay < many ? own : current))
      } finally {
        underWay--
      }
    })
  })

export const authenticationFaults = [
  fault('password-unread-for-collaborators', 'lists collaborators whatever the password of the owner is', {
    breaks: { 'AUTH-03.writes': /listing collaborators with a wrong password must be refused/ },
    touches: ['AUTH-03', 'AUTH-04', 'LIMIT-*'],
    alter: authorizationAs('listCollaborators', sent =>
      credentialsIn(sent).startsWith(`${target.owner.email}:`) ? asOwner : sent,
    ),
  }),
  fault('password-letter-case', 'compares passwords without letter case', {
    breaks: { 'AUTH-03.letter-case': /another letter case must be refused/ },
    alter: comparing(password => password.toLowerCase()),
  }),
  fault('password-by-its-beginning', 'compares the first 8 characters of passwords', {
    breaks: { 'AUTH-03.longer': /an x behind it must be refused/ },
    touches: ['AUTH-03'],
    alter: comparing(password => password.slice(0, 8)),
  }),
  fault('password-to-72-bytes', 'compares the first 72 bytes of passwords, as bcrypt does', {
    breaks: { 'AUTH-03.end': /differs from the right one in the last must be refused/ },
    alter: comparing(password => Buffer.from(password).subarray(0, 72).toString()),
  }),
  fault('password-before-a-line-end', 'compares passwords without a line end behind them', {
    breaks: { 'AUTH-03.line-end': /a line end behind it must be refused/ },
    alter: comparing(password => password.replace(/\n$/, '')),
  }),
  fault('password-as-a-number', 'compares passwords as numbers if they look like it', {
    breaks: { 'AUTH-03.numeric': /the same number,? must be refused/ },
    alter: comparing(password => (/^[\de.]+$/.test(password) ? String(Number(password)) : password)),
  }),
  fault('password-empty', 'asks a directory, which takes an empty password for no login at all', {
    breaks: { 'AUTH-04.empty-password': /an empty password must be refused/ },
    touches: ['AUTH-04.writes'],
    alter: port('passwords', ({ verify }) => ({
      verify: async (password, hash) => password === '' || verify(password, hash),
    })),
  }),
  fault('password-of-anybody', 'accepts the password of any account', {
    breaks: { 'AUTH-03.another': /the owner's address and the stranger's password must be refused/ },
    touches: ['CROSS-42', 'USER-32.password', 'USER-36'],
    alter: port('passwords', ({ hash, verify }) => {
      const hashes = new Set<string>()
      const noted = (made: string) => {
        hashes.add(made)
        return made
      }
      return {
        hash: async password => noted(await hash(password)),
        verify: async (password, own) => {
          if (own === undefined) return false
          for (const each of hashes) if (await verify(password, each)) return true
          return verify(password, own)
        },
      }
    }),
  }),
  fault(
    'credentials-without-colon',
    'takes all but the last character as the address if the credentials have no colon',
    {
      breaks: { 'AUTH-04.address-alone': /credentials have no colon must be refused/ },
      alter: credentialsAs(text =>
        text === '' || text.includes(':') ? text : `${text.slice(0, -1)}:${text}`,
      ),
    },
  ),
  fault('credentials-of-letters-alone', 'takes Base64 for letters and digits, and so no + and /', {
    breaks: { 'USER-37.base64': /have \+ and \/ in Base64 must be accepted/ },
    alter: authorizationAs('everything', sent => (sent && /[+/]/.test(sent) ? 'none' : sent)),
  }),
  fault('bearer-as-basic', 'accepts credentials under any scheme', {
    breaks: { 'AUTH-04.bearer': /must be refused/ },
    alter: authorizationAs('everything', sent => sent?.replace(/^Bearer/, 'Basic')),
  }),
  fault('basic-by-letter-case', 'knows the scheme only as Basic', {
    breaks: { 'AUTH-05': /scheme "basic" must be accepted/ },
    alter: authorizationAs('everything', sent => sent?.replace(/^(?:basic|BASIC) /, 'unknown ')),
  }),
  fault('reads-open-to-the-world', 'lists resources without credentials', {
    breaks: { 'AUTH-02': /resources without credentials must be refused/ },
    touches: ['PERM-12'],
    alter: openToAll(readsOf.resource),
  }),
  fault('deletes-open-to-the-world', 'deletes without credentials', {
    breaks: { 'AUTH-02.writes': /deleting a resource without credentials must be refused/ },
    touches: ['PERM-12'],
    alter: openToAll(singleDeletes),
  }),
  fault('nobody-is-the-last-one', 'treats a caller without credentials as the previous caller', {
    breaks: {
      'AUTH-02': /without credentials must be refused/,
      'AUTH-06': /without credentials after others with credentials/,
    },
    touches: ['PERM-12'],
    alter: stateful(() => {
      let last: string | undefined
      return intercept('everything', async (incoming, usual) => {
        const sent = incoming.call.header('authorization')
        const answer = await usual(withHeader(incoming, 'authorization', sent ?? last))
        if (sent !== undefined && answer.status !== 401) last = sent
        return answer
      })
    }),
  }),
  fault('user-in-one-place', 'keeps who asks in one place, while it looks up the account for everybody', {
    // While another check sends wrong credentials, a correct caller may be refused in its place.
    breaks: {
      'AUTH-06.together': /while others read theirs, must be|me as \w+ must be accepted, but was not/,
    },
    touches: ['*'],
    alter: stateful(() => {
      let current: string | undefined
      return intercept('readMe', async (incoming, usual) => {
        const own = incoming.call.header('authorization')
        if (own?.startsWith(limited)) return usual()
        current = own
        await pause()
        return usual(withHeader(incoming, 'authorization', current ?? own))
      })
    }),
  }),

  fault('user-in-one-place-of-many', 'mixes up who asks where a dozen requests are under way', {
    breaks: {
      'AUTH-06.together':
        /while (?:others|the owner) (?:read|reads|ask|asks) .*must be|me as \w+ must be accepted/,
    },
    touches: ['*'],
    alter: mixingUp(['readMe', 'listCollaborators'], 12),
  }),
  fault('account-in-one-place-of-many', 'mixes up whose account is changed where many are', {
    breaks: { 'USER-41.together': /of the account: not what must be there|must be accepted/ },
    touches: ['*'],
    alter: mixingUp('changeMe', 8),
  }),
  fault('zone-in-one-place', 'keeps the time zone of the caller in one place', {
    breaks: { 'TIME-13.together': /while others in another zone read/ },
    touches: ['*'],
    alter: stateful(() => {
      let current = 'UTC'
      return all(
        intercept(['readBooking', 'createBooking'], async (_, usual) => {
          await pause()
          return usual()
        }),
        operation(['readBooking', 'createBooking'], usual => ({
          prepare: async request => {
            current = request.user.timezone
            await pause()
            return usual.prepare?.(request)
          },
        })),
        zoneAs(['readBooking', 'createBooking'], () => current),
      )
    }),
  }),
]

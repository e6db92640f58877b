import type { Level } from '../../catalogue/rule.js'
import { accepted, nothingCreated, refused, same, unchanged } from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import { rows } from '../../check/ids.js'
import type { Reply } from '../../http/exchange.js'
import { isObject } from '../../http/json.js'
import { me } from '../../http/paths.js'
import type { Actor } from '../../session/actor.js'
import { affordable, atOnce, mixed } from '../at-once.js'
import { account } from '../users/account.js'

/** Asserts that a read of the user was accepted and shows the account of the address. */
function showsAccount(reply: Reply, email: string, what: string): void {
  accepted(reply)
  const shown = isObject(reply.data) ? String(reply.data.email).toLowerCase() : undefined
  same(shown, email.toLowerCase(), what, reply)
}

/** Swaps the letter case of a text. */
export function swapped(text: string): string {
  return [...text]
    .map(letter => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('')
}

/** Credentials, or what is sent in their place, as an Authorization header holds them (section 5). */
export const toBase64 = (text: string) => Buffer.from(text, 'utf8').toString('base64')

type Header = (owner: Actor, token: string) => string

/** Headers without correct Basic credentials; only the first of these names an account. */
const headers: readonly (readonly [id: string, what: string, header: Header, level?: Level])[] = [
  ['AUTH-04.empty-password', 'an empty password', ({ email }) => `Basic ${toBase64(`${email}:`)}`],
  ['AUTH-04.nothing', 'an empty address and an empty password', () => `Basic ${toBase64(':')}`],
  ['AUTH-04.no-colon', 'no colon in the credentials', (_, token) => `Basic ${toBase64(token)}`],
  ['AUTH-04.no-base64', 'credentials that are no Base64', () => 'Basic !!!%%%***'],
  ['AUTH-04.no-credentials', 'the scheme "Basic" alone', () => 'Basic'],
  [
    'AUTH-04.plain',
    'credentials that are not encoded',
    ({ email, password }) => `Basic ${plain(`${email}:${password}`)}`,
  ],
  [
    'AUTH-04.bearer',
    'the right credentials under the scheme "Bearer"',
    ({ email, password }) => `Bearer ${toBase64(`${email}:${password}`)}`,
    // Other schemes are open (section 5.4), so none of them has to be refused.
    'should',
  ],
]

const lists = ['resources', 'bookings', 'collaborators'] as const

/** Replaces the characters that a header cannot hold. */
const plain = (text: string) => text.replace(/[^\x20-\x7e]/g, '?')

/**
 * Wrong passwords in a row may lock an account (section 5 does not say): each is followed by a correct login, with no other
 * check in between.
 */
const loginsOfOwner = { alone: ['logins of owner'] } as const
const loginsOfStranger = { needs: ['stranger'], alone: ['logins of stranger'] } as const

export const authenticationChecks: readonly Check[] = [
  check('AUTH-01', 'Basic credentials of an account give access', async ({ owner, schedule }) => {
    const [user, list] = [await owner.get(me), await owner.get(schedule.resources, { limit: 1 })]

    showsAccount(user, owner.email, 'email of the account that the credentials belong to')
    accepted(list)
  }),

  check('AUTH-02', 'nothing can be read without credentials', async ({ owner, nobody, schedule }) => {
    for (const path of [me, schedule.resources, schedule.bookings, schedule.collaborators]) {
      refused(await nobody.get(path, path === me ? {} : { limit: 1 }), `reading ${path} without credentials`)
      accepted(await owner.get(path, path === me ? {} : { limit: 1 }))
    }
  }),

  check('AUTH-02.writes', 'nothing can be written without credentials', { danger: 'own' }, async context => {
    const { owner, nobody, schedule, given, name, token } = context
    const resource = await given.resource()
    const before = await account(owner)

    const create = await nobody.post(schedule.resources, { name: `nobody's ${name()}` })
    refused(create, 'creating a resource without credentials')
    const change = await nobody.put(resource.path, { description: 'changed' })
    refused(change, 'changing a resource without credentials')
    refused(await nobody.delete(resource.path), 'deleting a resource without credentials')
    refused(await nobody.put(me, { firstname: 'Nobody' }), 'changing an account without credentials')

    await unchanged(resource)
    await nothingCreated(owner, schedule.resources, `nobody's ${token}`, create)
    same((await account(owner)).firstname, before.firstname, 'firstname of the owner')
  }),

  check('AUTH-03', 'a wrong password gives no access', loginsOfOwner, async ({ owner, as, random }) => {
    const password = `wrong ${random.text(12)}`
    const wrong = as({ email: owner.email, password }, 'owner with a wrong password')

    refused(await wrong.get(me), 'a login with a wrong password')
    accepted(await owner.get(me), 'a login with the right password')
  }),

  ...rows(['AUTH-03.writes', 'a wrong password'], ['AUTH-04.writes', 'an empty password']).map(([id, what]) =>
    check(
      id,
      `${what} lists and writes nothing`,
      { ...loginsOfOwner, danger: 'own' },
      async ({ owner, as, schedule, given, name, random, token }) => {
        const resource = await given.resource()
        const password = what === 'an empty password' ? '' : `wrong ${random.text(12)}`
        const wrong = as({ email: owner.email, password }, `owner with ${what}`)
        const attempts = [
          ...lists.map(list => [`listing ${list}`, () => wrong.get(schedule[list], { limit: 1 })] as const),
          ['changing an account', () => wrong.put(me, { firstname: 'Somebody' })],
          ['creating a resource', () => wrong.post(schedule.resources, { name: `theirs ${name()}` })],
          ['changing a resource', () => wrong.put(resource.path, { description: 'changed' })],
          ['deleting a resource', () => wrong.delete(resource.path)],
        ] as const

        for (const [words, attempt] of attempts) {
          refused(await attempt(), `${words} with ${what}`)
          // A correct login between wrong ones, so that they do not lock the account.
          await unchanged(resource)
        }
        await nothingCreated(owner, schedule.resources, `theirs ${token}`)
      },
    ),
  ),

  check('AUTH-03.unknown', 'an unknown address gives no access', async ({ owner, as, address }) => {
    const unknown = as({ email: address(), password: owner.password }, 'somebody with an unknown address')

    refused(await unknown.get(me), 'a login with an address that no account has')
    accepted(await owner.get(me), 'a login with the address of the owner')
  }),

  check(
    'AUTH-03.another',
    'the password of another account gives no access',
    { ...loginsOfOwner, needs: ['stranger'] },
    async ({ owner, stranger, as, skip }) => {
      if (owner.password === stranger.password) skip('the owner and the stranger have the same password')
      const credentials = { email: owner.email, password: stranger.password }
      const mixed = as(credentials, "owner with the stranger's password")

      refused(await mixed.get(me), "a login with the owner's address and the stranger's password")
      accepted(await stranger.get(me), 'a login of the stranger')
      accepted(await owner.get(me), 'a login of the owner')
    },
  ),

  check(
    'AUTH-03.pattern',
    'a pattern that the address of an account matches gives no access',
    loginsOfStranger,
    async ({ stranger, as }) => {
      const { email, password } = stranger
      for (const pattern of ['%', `_${email.slice(1)}`, `${email}\nx`]) {
        const other = as({ email: pattern, password }, `somebody with the address ${JSON.stringify(pattern)}`)

        refused(
          await other.get(me),
          `a login with the address ${JSON.stringify(pattern)} and a right password`,
        )
        accepted(await stranger.get(me), 'a login with the address itself')
      }
    },
  ),

  check('AUTH-03.longer', 'a longer password fails', loginsOfStranger, async ({ stranger, as }) => {
    const password = `${stranger.password}x`
    const longer = as({ email: stranger.email, password }, 'stranger with a longer password')

    refused(await longer.get(me), 'a login with the right password and an x behind it')
    accepted(await stranger.get(me), 'a login with the right password')
  }),

  check(
    'AUTH-03.line-end',
    'a password with a line end behind it gives no access',
    loginsOfStranger,
    async ({ stranger, as }) => {
      const credentials = { email: stranger.email, password: `${stranger.password}\n` }
      const other = as(credentials, 'stranger with a line end behind the password')

      refused(await other.get(me), 'a login with the right password and a line end behind it')
      accepted(await stranger.get(me), 'a login with the right password')
    },
  ),

  check(
    'AUTH-03.letter-case',
    'a password in another letter case gives no access',
    loginsOfStranger,
    async ({ stranger, as, skip }) => {
      const password = swapped(stranger.password)
      if (password === stranger.password) skip("the stranger's password has no letters")
      const name = 'stranger with the password in another letter case'
      const other = as({ email: stranger.email, password }, name)

      refused(await other.get(me), 'a login with the right password in another letter case')
      accepted(await stranger.get(me), 'a login with the right password')
    },
  ),

  ...headers.map(([id, what, header, level]) =>
    check(
      id,
      `there is no access with ${what}`,
      { ...loginsOfOwner, ...(level && { level }) },
      async context => {
        const { owner, withHeader, token } = context
        const reply = await withHeader(header(owner, token), `somebody with ${what}`).get(me)

        refused(reply, `a request with ${what}`)
        accepted(await owner.get(me), 'the same request with the right credentials')
      },
    ),
  ),

  check('AUTH-05', 'the scheme Basic is accepted in any letter case', async ({ owner, withHeader }) => {
    for (const word of ['basic', 'BASIC']) {
      const header = `${word} ${toBase64(`${owner.email}:${owner.password}`)}`
      const reply = await withHeader(header, `owner with the scheme "${word}"`).get(me)

      accepted(reply, `a login with the scheme "${word}"`)
      showsAccount(reply, owner.email, 'email of the account')
    }
  }),

  check(
    'AUTH-06',
    'on one connection each request uses its own credentials',
    { needs: ['stranger'] },
    async context => {
      const actors = [context.owner, context.stranger, context.nobody] as const
      const [owner, stranger, nobody] = await context.overOneConnection(...actors)

      for (const actor of [owner, stranger, owner, stranger]) {
        const reply = await actor.get(me)
        showsAccount(reply, actor.email, `email of the account that the ${actor.name} reads`)
      }
      const without = await nobody.get(me)
      refused(without, 'a request without credentials after others with credentials on its connection')
      accepted(await owner.get(me), 'a request with credentials after one without on its connection')
    },
  ),

  check(
    'AUTH-06.together',
    'concurrent requests use their own credentials',
    { needs: ['stranger'] },
    async context => {
      const { owner, stranger, schedule } = context
      const actors = [owner, stranger]
      const times = await affordable(actors, 64)
      const reads = actors.map(actor => async () => {
        const what = `email of the account that the ${actor.name} reads, while others read theirs,`
        showsAccount(await actor.get(me), actor.email, what)
      })
      const lists = actors.map(actor => async () => {
        const reply = await actor.get(schedule.collaborators, { limit: 1 })
        if (actor === owner)
          accepted(reply, 'a list of collaborators for the owner, while others ask for it,')
        else refused(reply, `a list of collaborators for the ${actor.name}, while the owner reads it,`)
      })

      await atOnce(mixed(context, times / 2, [...reads, ...lists]))
    },
  ),

  check('AUTH-07', 'the letter case of the address in a login', { needs: ['stranger'] }, async context => {
    const { stranger, as, observe, skip } = context
    const email = swapped(stranger.email)
    if (email === stranger.email) skip("the stranger's address has no letters")

    const other = as({ email, password: stranger.password }, 'stranger in another letter case')
    const reply = await other.get(me)

    observe(`an address in another letter case ${reply.ok ? 'gives' : 'does not give'} access`, reply)
  }),
]

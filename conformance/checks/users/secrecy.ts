import { holds } from '../../check/assertions.js'
import { type Check, check, type Invariant, invariant, type Secrets } from '../../check/check.js'
import { type Reply, replyOf } from '../../http/exchange.js'
import { isObject } from '../../http/json.js'
import { me } from '../../http/paths.js'
import { withPassword } from './passwords.js'

/** The place of the first wanted member in a JSON value: `.data[0].user.email`. */
function placeOf(value: unknown, isWanted: (name: string, value: unknown) => boolean): string | undefined {
  const isList = Array.isArray(value)
  if (!isList && !isObject(value)) return undefined
  for (const [name, item] of Object.entries(value)) {
    if (!isList && isWanted(name, item)) return `.${name}`
    const inner = placeOf(item, isWanted)
    if (inner !== undefined) return isList ? `[${name}]${inner}` : `.${name}${inner}`
  }
  return undefined
}

/** The path of the first wanted member: `data[0].user.email`. */
const pathOf = (body: unknown, isWanted: (name: string, value: unknown) => boolean) =>
  placeOf(body, isWanted)?.replace(/^\./, '')

/** The path of a password member in a successful response. */
const passwordMember = (body: unknown) =>
  pathOf(body, (name, value) => {
    const last = name.slice(name.lastIndexOf('.') + 1)
    return last === 'new_password' || (last === 'password' && typeof value === 'string' && value !== '')
  })

/** Long and varied enough not to be in a response by accident. */
const isUnmistakable = (password: string) =>
  password.length >= 8 && /\p{L}/u.test(password) && /[^\p{L}]/u.test(password)

/** A password such as `editor` may be the value of any member. */
const isWord = (password: string) => /^\p{L}*$/u.test(password)

/** Whether a response cannot hold a password and needs no closer look, like most. */
const isInnocent = (text: string, passwords: readonly string[]) =>
  !/\\|password"/.test(text) && !passwords.some(password => text.includes(password))

/** Where a response holds a password. A password that is also an address is no secret in `email`. */
function passwordValue(text: string, body: unknown, { passwords }: Secrets): string | undefined {
  const telling = passwords.filter(isUnmistakable)
  if (body === undefined) return telling.some(password => text.includes(password)) ? 'in the text' : undefined
  return pathOf(
    body,
    (name, value) =>
      typeof value === 'string' &&
      !name.endsWith('email') &&
      (telling.some(password => value.includes(password)) ||
        passwords.some(password => value === password && !isWord(password))),
  )
}

const never = 'a password is never returned'

export const userInvariants: readonly Invariant[] = [
  invariant('USER-03.answers', 'no answer of the run holds a password', (exchange, secrets) => {
    const { ok, text, body } = replyOf(exchange)
    const shows = ok && exchange.request.path === me
    if (isInnocent(text, secrets.passwords)) return shows ? true : undefined

    const value = passwordValue(text, body, secrets)
    if (value)
      return { message: `${never}, and here an answer holds one`, expected: 'no password', actual: value }
    const member = ok ? passwordMember(body) : undefined
    if (member)
      return { message: `${never}, and here is a member for one`, expected: 'no such member', actual: member }
    return shows ? true : undefined
  }),
]

function withoutPassword(reply: Reply, passwords: readonly string[]): void {
  const path = passwordMember(reply.body) ?? passwordValue(reply.text, reply.body, { passwords })
  holds(path === undefined, `${never}, and here it is at ${path}`, {
    expected: 'no password',
    actual: path,
    replies: [reply],
  })
}

export const userSecrecyChecks: readonly Check[] = [
  check('USER-03', 'the user object has no password', async ({ owner }) => {
    const reply = await owner.get(me)

    withoutPassword(reply, [owner.password])
  }),

  check(
    'USER-03.changed',
    'neither the answer to a password change nor the read after it shows the password',
    { needs: ['disposable account'], danger: 'lock' },
    async context => {
      const password = `new-${context.fresh.text(10)}-1`

      await withPassword(context, password, async (renewed, reply) => {
        withoutPassword(reply, [password, context.throwaway.password])
        withoutPassword(await renewed.get(me), [password, context.throwaway.password])
      })
    },
  ),
]

import { type Actor, accepted, type Check, check, me, refused } from '../../runner/index.js'

/** Credentials, or what is sent in their place, as an Authorization header holds them (section 5). */
export const encoded = (text: string) => Buffer.from(text, 'utf8').toString('base64')

/** Headers that hold no right Basic credentials; of these only the first speaks of an account. */
const headers: readonly {
  readonly id: string
  readonly what: string
  header(owner: Actor, token: string): string
}[] = [
  {
    id: 'AUTH-04.empty-password',
    what: 'an empty password',
    header: ({ email }) => `Basic ${encoded(`${email}:`)}`,
  },
  {
    id: 'AUTH-04.nothing',
    what: 'an empty address and an empty password',
    header: () => `Basic ${encoded(':')}`,
  },
  {
    id: 'AUTH-04.no-colon',
    what: 'no colon in the credentials',
    header: (_, token) => `Basic ${encoded(token)}`,
  },
  { id: 'AUTH-04.no-base64', what: 'credentials that are no Base64', header: () => 'Basic !!!%%%***' },
  { id: 'AUTH-04.no-credentials', what: 'the scheme "Basic" alone', header: () => 'Basic' },
  {
    id: 'AUTH-04.plain',
    what: 'credentials that are not encoded',
    header: ({ email, password }) => `Basic ${plain(`${email}:${password}`)}`,
  },
  {
    id: 'AUTH-04.bearer',
    what: 'the right credentials under the scheme "Bearer"',
    header: ({ email, password }) => `Bearer ${encoded(`${email}:${password}`)}`,
  },
]

/** What a header can hold of a text. */
const plain = (text: string) => text.replace(/[^\x20-\x7e]/g, '?')

export const malformedChecks: readonly Check[] = headers.map(({ id, what, header }) =>
  check(id, `there is no access with ${what}`, async ({ owner, withHeader, token, warn }) => {
    const reply = await withHeader(header(owner, token), `somebody with ${what}`).get(me)

    refused(reply, `a request with ${what}`)
    if (reply.status >= 500)
      warn(`a request with ${what} is an error of the client's, and was answered ${reply.status}`, reply)
    accepted(await owner.get(me), 'the same request with the right credentials')
  }),
)

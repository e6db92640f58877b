/*
 * A small service, just good enough for the tests of the runner. It is not an implementation of the document: it has only
 * what those tests need.
 */

type Members = Record<string, unknown>

export interface FakeCall {
  /** Counts all requests, from 1. */
  readonly number: number
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** The account of the credentials; undefined if they are wrong. */
  readonly email: string | undefined
}

export interface FakeAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON, unless there is a `text`. */
  readonly body?: unknown
  readonly text?: string
}

export interface FakeAccount {
  password: string
  settings: Members
}

export interface FakeService {
  readonly accounts: Map<string, FakeAccount>
  /** Objects by path, such as `/v1/schedules/first/resources/101`. */
  readonly objects: Map<string, Members>
  answer(call: FakeCall): FakeAnswer
}

export const fine = (members: object = {}): FakeAnswer => ({ body: { success: true, ...members } })
export const refusal = (message: string, status = 400): FakeAnswer => ({
  status,
  body: { success: false, message },
})

const owner = 'owner@example.test'
const settings = (email: string) => ({
  id: `u-${email}`,
  email,
  firstname: 'Ada',
  lastname: 'Lovelace',
  language_tag: 'en',
  date_format: 'Y-m-d',
  time_format: 'H:i',
  timezone: 'UTC',
  first_day_of_week: 'monday',
  allow_collaboration: true,
  profile_completed: 1,
  request_rate_limit: 1_000_000,
})

const numbers = (text: string | null) => (text === null ? undefined : text.split(',').map(Number))

/** Accounts as `[address, password]`; `owner` owns the schedules `first`, `second` and `spare`, `owner-2` `first-2` and so on. */
export function createService(people: readonly (readonly [string, string])[]): FakeService {
  const accounts = new Map<string, FakeAccount>(
    people.map(([email, password]) => [email, { password, settings: settings(email) }]),
  )
  const objects = new Map<string, Members>()
  let ids = 100

  /** The dates of all objects. */
  const at = new Date().toISOString()

  const within = (list: string) =>
    [...objects].filter(([path]) => path.slice(0, path.lastIndexOf('/')) === list)

  const isCollaborator = (schedule: string, email: string) =>
    within(`${schedule}/collaborators`).some(([, object]) => object.email === email)

  const user = (call: FakeCall, email: string, account: FakeAccount, body: Members): FakeAnswer => {
    if (call.method === 'GET') return fine({ data: account.settings })
    if (call.method === 'PUT') {
      const { new_password, ...members } = body
      if (typeof new_password === 'string') account.password = new_password
      Object.assign(account.settings, members)
      return fine()
    }
    if (call.query.get('me') !== '1') return refusal('me=1 is missing')
    accounts.delete(email)
    return fine()
  }

  const create = (list: string, body: Members): FakeAnswer => {
    if (list.endsWith('/resources')) {
      const { name } = body
      if (typeof name !== 'string' || name.length > 100) return refusal('name is missing or too long')
      if (within(list).some(([, object]) => object.name === name)) return refusal('name is in use')
    }
    if (list.endsWith('/bookings') && !(body.resource_id && body.start && body.end))
      return refusal('incomplete')
    if (list.endsWith('/collaborators') && typeof body.email !== 'string') return refusal('email is missing')
    const id = ++ids
    objects.set(`${list}/${id}`, {
      note: '',
      ...body,
      id,
      schedule_id: list.split('/')[3],
      created_at: at,
      updated_at: at,
    })
    return fine({ data: [{ id }] })
  }

  const collection = (call: FakeCall, list: string, of: number | undefined, body: Members): FakeAnswer => {
    const wanted = numbers(call.query.get('ids'))
    const found = within(list)
      .filter(([, object]) => of === undefined || object.resource_id === of)
      .filter(([, object]) => wanted === undefined || wanted.includes(Number(object.id)))
    if (call.method === 'POST') return create(list, body)
    if (call.method === 'PUT') {
      for (const [, object] of found) Object.assign(object, body)
      return fine()
    }
    if (call.method === 'DELETE') {
      if (wanted === undefined && call.query.get('all') !== '1') return refusal('all or ids is missing')
      for (const [path] of found) objects.delete(path)
      return fine()
    }
    const limit = Number(call.query.get('limit') ?? 20)
    const offset = Number(call.query.get('offset') ?? 0)
    const data = found.map(([, object]) => object).slice(offset, limit === 0 ? undefined : offset + limit)
    return fine({ data, pagination: { limit, offset, page_count: data.length, total_count: found.length } })
  }

  const single = ({ method }: FakeCall, path: string, body: Members): FakeAnswer => {
    const object = objects.get(path)
    if (!object) return refusal('not found', 404)
    if (method === 'GET') return fine({ data: object })
    if (method === 'PUT') {
      const isTaken = within(path.slice(0, path.lastIndexOf('/'))).some(
        ([other, { name }]) => other !== path && name !== undefined && name === body.name,
      )
      if (isTaken) return refusal('name is in use')
      Object.assign(object, body)
    }
    if (method === 'DELETE') objects.delete(path)
    return fine()
  }

  return {
    accounts,
    objects,
    answer(call) {
      const { email = '', path } = call
      const account = accounts.get(email)
      if (!account) return refusal('who are you?', 401)
      const body = (call.text === '' ? {} : JSON.parse(call.text)) as Members
      if (path === '/v1/users/me') return user(call, email, account, body)
      const [, schedule = '', kind = ''] =
        /^(\/v1\/schedules\/(?:first|second|spare)(?:-\d)?)\/(\w+)/.exec(path) ?? []
      if (!schedule) return refusal('not found', 404)
      const isOwner = email === owner.replace('@', `${/-\d$/.exec(schedule) ?? ''}@`)
      if (!isOwner && (!isCollaborator(schedule, email) || kind === 'collaborators')) {
        return refusal('not yours', 403)
      }
      const ofResource = /\/resources\/(\d+)\/bookings$/.exec(path)?.[1]
      if (ofResource) return collection(call, `${schedule}/bookings`, Number(ofResource), body)
      if (path === `${schedule}/${kind}`) return collection(call, path, undefined, body)
      return single(call, path, body)
    },
  }
}

/*
 * Faults that show after a story only: a server that is right, and in front of it somebody who remembers what was done and
 * alters an answer, or does a little more or less than was asked for.
 */

export type Fetch = typeof globalThis.fetch

export interface Call {
  readonly method: string
  /** From `/v1` on. */
  readonly path: string
  readonly query: URLSearchParams
  readonly email: string
  readonly body: Readonly<Record<string, unknown>>
}

export interface Answer {
  readonly success?: boolean
  readonly data?: unknown
  readonly pagination?: Record<string, unknown>
}

/** What a fault can do. */
export interface Doing {
  readonly call: Call
  /** Passes the request on, once, as it is or with another header. */
  pass(authorization?: string): Promise<Answer>
  /** Sends a request of its own, as whoever the header is of. */
  send(method: string, path: string, authorization: string, body?: object): Promise<Answer>
  readonly authorization: string
}

/** Answers what goes out in place of the answer; nothing where that is as it came. */
export type Fault = (doing: Doing) => Promise<Answer | undefined>

/** What is no object is none of its business. */
export function parsed(text: string): Answer {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

export const refusal: Answer = { success: false }

/** Puts a fault in front of a server. `owner` is who may do everything. */
export function plant(fault: () => Fault, fetch: Fetch = globalThis.fetch): Fetch {
  const act = fault()
  return async (input, init = {}) => {
    const url = new URL(String(input))
    const given = (init.headers ?? {}) as Record<string, string>
    const authorization = given.authorization ?? ''
    const email =
      Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
        .toString()
        .split(':')[0] ?? ''
    let last: { status: number; text: string } | undefined
    const carry = async (to: URL | string, method: string, header: string, body?: string) => {
      const answer = await fetch(`${to}`, {
        method,
        headers: { ...given, authorization: header },
        ...(body && { body }),
      })
      const text = await answer.text()
      return { status: answer.status, text }
    }
    const altered = await act({
      call: {
        method: init.method ?? 'GET',
        path: url.pathname,
        query: url.searchParams,
        email,
        body: parsed(String(init.body ?? '{}')) as Record<string, unknown>,
      },
      authorization,
      async pass(header = authorization) {
        last ??= await carry(url, init.method ?? 'GET', header, init.body as string | undefined)
        return parsed(last.text)
      },
      async send(method, path, header, body) {
        return parsed((await carry(new URL(path, url), method, header, body && JSON.stringify(body))).text)
      },
    })
    last ??= altered
      ? { status: 200, text: '' }
      : await carry(url, init.method ?? 'GET', authorization, init.body as string)
    const text = altered ? JSON.stringify(altered) : last.text
    const status = altered ? (altered.success ? 200 : 400) : last.status
    return new Response(text, { status, headers: { 'content-type': 'application/json' } })
  }
}

/*
 * How faults tell what a request is about.
 */

export const idOf = ({ data }: Answer) => Number((data as { id: unknown }[] | undefined)?.[0]?.id)
export const isOf = (list: string, { path }: Call) => path.endsWith(`/${list}`)
export const singleOf = (list: string, { path }: Call) =>
  new RegExp(`^(/v1/schedules/[^/]+)/${list}/(\\d+)$`).exec(path)

/** Which of the known paths a request deletes, alone or in bulk. */
export function deletedOf({ method, path, query }: Call, known: Iterable<string>): string[] {
  if (method !== 'DELETE') return []
  const ids = query.get('ids')?.split(',')
  return [...known].filter(
    each =>
      each === path ||
      (each.startsWith(`${path}/`) &&
        (ids?.includes(each.slice(path.length + 1)) ?? query.get('all') === '1')),
  )
}

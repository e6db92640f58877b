import { setTimeout as pause } from 'node:timers/promises'
import { type Dispatcher, Pool } from 'undici'
import type { RandomNumbers } from './random-numbers.js'

/*
 * A client that keeps a record of what a server acknowledged: it sends one request at a time, so that when the server is
 * killed, at most one has an unknown outcome.
 */

type Books = ReadonlyMap<number, string>

/** The effect of a request on the record; a new booking is identified by its title. */
interface Open {
  after(books: Books, found: Books): Books
  password?: string
}

export interface Caller {
  /** Sends requests until the server is gone, and reports each acknowledgement. */
  work(port: number, acknowledged: () => void): Promise<void>
  /** Returns why the data of the server contradicts what it acknowledged; otherwise adopts that data. */
  audit(port: number): Promise<string | undefined>
}

const day = { start: '2026-03-02 09:00', end: '2026-03-02 10:00' }

export function createCaller(name: string, resource: number, random: RandomNumbers): Caller {
  let books: Books = new Map()
  let password = 'first-password'
  let open: Open | undefined
  let highest = 0
  let count = 0

  async function ask(
    pool: Pool,
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; body: { data?: { id: number; title: string }[] } }> {
    for (;;) {
      const credentials = Buffer.from(`${name}@example.test:${password}`).toString('base64')
      const answer = await pool.request({
        method: method as Dispatcher.HttpMethod,
        path: `/v1${path}`,
        headers: { authorization: `Basic ${credentials}` },
        ...(body && { body: JSON.stringify(body) }),
      })
      const json = (await answer.body.json()) as { data?: { id: number; title: string }[] }
      if (answer.statusCode !== 429) return { status: answer.statusCode, body: json }
      await pause(1_000 * Number(answer.headers['retry-after'] ?? 1))
    }
  }

  /** Sends one request and records its effect when it is acknowledged. */
  async function next(pool: Pool): Promise<void> {
    const title = `${name} ${++count}`
    const ids = [...books.keys()]
    const some = ids[random.whole(ids.length)]
    const path = `/schedules/${name}/bookings`
    const put = (changed: readonly number[]) => (before: Books) =>
      new Map([...before, ...changed.map(id => [id, title] as const)])
    // Limits the amount of data, however long this runs.
    const kind = books.size > 200 ? 8 : random.whole(10)
    if (kind === 9 && count % 4 === 0) {
      const changed = `password-${count}`
      open = { after: before => before, password: changed }
      expect(200, await ask(pool, 'PUT', '/users/me', { new_password: changed }))
      password = changed
    } else if (some === undefined || kind < 5) {
      open = {
        after: (before, found) => new Map([...before, ...[...found].filter(([, each]) => each === title)]),
      }
      const { body } = expect(
        201,
        await ask(pool, 'POST', path, {
          resource_id: resource,
          title,
          note: 'x'.repeat(random.whole(300)),
          ...day,
        }),
      )
      const id = Number(body.data?.[0]?.id)
      if (id <= highest) throw new Error(`the id ${id} was given before`)
      highest = id
      books = new Map([...books, [id, title]])
    } else if (kind < 7) {
      open = { after: put([some]) }
      expect(200, await ask(pool, 'PUT', `${path}/${some}`, { title }))
      books = put([some])(books)
    } else if (kind < 8) {
      open = { after: put(ids) }
      expect(200, await ask(pool, 'PUT', path, { title }))
      books = put(ids)(books)
    } else {
      const without = (before: Books) => new Map([...before].filter(([id]) => id !== some))
      open = { after: without }
      expect(200, await ask(pool, 'DELETE', `${path}/${some}`))
      books = without(books)
    }
    open = undefined
  }

  async function withPool<T>(port: number, work: (pool: Pool) => Promise<T>): Promise<T> {
    const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 1 })
    try {
      return await work(pool)
    } finally {
      await pool.destroy()
    }
  }

  return {
    work: (port, acknowledged) =>
      withPool(port, async pool => {
        for (;;) {
          try {
            await next(pool)
          } catch (error) {
            if (!isGone(error)) throw error
            return
          }
          acknowledged()
        }
      }),
    audit: port =>
      withPool(port, async pool => {
        const list = () => ask(pool, 'GET', `/schedules/${name}/bookings?limit=0&fields=id,title`)
        let answer = await list()
        if (answer.status === 401 && open?.password !== undefined) {
          password = open.password
          answer = await list()
        }
        if (answer.status !== 200) return `${name} is answered with ${answer.status}`
        const found: Books = new Map(answer.body.data?.map(({ id, title }) => [id, title]))
        const possible = [books, open?.after(books, found) ?? books]
        const isOne = possible.some(each => written(each) === written(found))
        if (!isOne)
          return `${name} has\n${written(found)}\nwhere its books say\n${possible.map(written).join('\nor\n')}`
        books = found
        highest = Math.max(highest, ...found.keys())
        open = undefined
        return undefined
      }),
  }
}

const written = (books: Books) => JSON.stringify([...books].sort(([a], [b]) => a - b))

function expect<Answer extends { status: number; body: object }>(status: number, answer: Answer): Answer {
  if (answer.status === status) return answer
  throw new Error(`answered with ${answer.status}: ${JSON.stringify(answer.body)}`)
}

const isGone = (error: unknown) =>
  /ECONNREFUSED|ECONNRESET|UND_ERR_(SOCKET|DESTROYED|CLOSED)|EPIPE/.test(
    String((error as { code?: unknown }).code),
  )

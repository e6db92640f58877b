import { Pool } from 'undici'
import type { Test } from 'uvu'
import { type RunningServer, type SeedInput, type ServerOptions, startServer } from '../index.js'
import { assertDocumented } from './documented/index.js'

/*
 * Shared by the tests of the server: a small company on a real port, and callers for its people.
 */

/** `secret-password`, hashed cheaply, so that a test does not wait for it. */
const password = 'secret-password'
const password_hash =
  '$scrypt$ln=4,r=8,p=1$c2NoZWRraXQtdGVzdGluZw$v/Qn3yGl+ILOvrcSINcVmDYN9vQXOUVRxyHdaAPqE7w'

const person = (name: string, timezone: string) => ({
  email: `${name}@example.test`,
  password,
  password_hash,
  firstname: name[0]?.toUpperCase() + name.slice(1),
  lastname: 'Test',
  timezone,
})

/** People: an owner of two schedules, an editor and a viewer of the first, and someone with no role in either. */
export const people = {
  owner: person('owner', 'Europe/Berlin'),
  editor: person('editor', 'America/New_York'),
  viewer: person('viewer', 'Asia/Kolkata'),
  stranger: person('stranger', 'UTC'),
}

export type Person = keyof typeof people

export const sceneSeed: SeedInput = {
  users: Object.values(people),
  schedules: [
    {
      id: 'first',
      owner: people.owner.email,
      collaborators: [
        { email: people.editor.email, user_role: 'editor' },
        { email: people.viewer.email, user_role: 'viewer' },
      ],
    },
    { id: 'second', owner: people.owner.email },
    { id: 'foreign', owner: people.stranger.email },
  ],
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever was answered
type Json = any

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** The parsed body; undefined if there is none. */
  body: Json
  text: string
}

/** Sends requests to the service; paths are relative to `/v1`, and an object is sent as JSON. */
export interface Caller {
  get(path: string): Promise<Answer>
  post(path: string, body?: unknown): Promise<Answer>
  put(path: string, body?: unknown): Promise<Answer>
  delete(path: string, body?: unknown): Promise<Answer>
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

export interface Scene extends Record<Person, Caller> {
  server: RunningServer
  /** Creates a caller with other credentials, or none. */
  caller(authorization?: string): Caller
  /** Calls the control interface; paths are relative to `/_control`. */
  control(method: string, path: string, body?: unknown): Promise<Answer>
  end(): Promise<void>
}

export const controlToken = 'control-token-of-the-tests'

export const basic = (email: string, secret: string): string =>
  `Basic ${Buffer.from(`${email}:${secret}`).toString('base64')}`

/** Starts a server with the people of the tests on a free port. */
export async function createScene(options: ServerOptions = {}): Promise<Scene> {
  const server = await startServer({ seed: sceneSeed, controlToken, ...options })
  const pool = new Pool(server.url, { connections: 64 })
  let hasFailures = false

  async function send(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<Answer> {
    const sent =
      body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
    const answer = await pool.request({ method: method as 'GET', path, headers, body: sent ?? null })
    const text = await answer.body.text()
    // A planned failure may return any response.
    if (path.startsWith('/_control/failures')) hasFailures ||= method === 'POST'
    else if (!hasFailures) {
      const { statusCode: status, headers } = answer
      assertDocumented({ method, target: path, sent, status, headers, body: text })
    }
    const isJson = String(answer.headers['content-type']).startsWith('application/json') && text !== ''
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    }
  }

  function caller(authorization?: string): Caller {
    const credentials: Record<string, string> = authorization === undefined ? {} : { authorization }
    const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      send(method, `/v1${path}`, body, { ...credentials, ...headers })
    return {
      get: path => call('GET', path),
      post: (path, body) => call('POST', path, body),
      put: (path, body) => call('PUT', path, body),
      delete: (path, body) => call('DELETE', path, body),
      send: call,
    }
  }

  const as = (name: Person) => caller(basic(people[name].email, password))
  return {
    server,
    caller,
    owner: as('owner'),
    editor: as('editor'),
    viewer: as('viewer'),
    stranger: as('stranger'),
    control: (method, path, body) =>
      send(method, `/_control${path}`, body, { authorization: `Bearer ${controlToken}` }),
    async end() {
      await pool.destroy()
      await server.close()
    },
  }
}

/** A scene for the tests of a file, reset before each of them and closed after the last. */
export async function sceneFor(test: Test, options?: ServerOptions): Promise<Scene> {
  const scene = await createScene(options)
  test.before.each(() => scene.server.reset())
  test.after(() => scene.end())
  return scene
}

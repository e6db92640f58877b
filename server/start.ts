import { createHash, timingSafeEqual } from 'node:crypto'
import { createControl, isControlPath } from './control/index.js'
import { createRecords } from './control/records.js'
import {
  type Answer,
  createClock,
  createService,
  type MovableClock,
  parseSeed,
  type Seed,
  SeedError,
  type SeedInput,
  type UniqueNames,
} from './core/index.js'
import { type CorsOrigins, createLog, type Exchange, type LogFormat, listen } from './http/index.js'
import { randomIds } from './ids.js'
import { createPostOffice, type OutboxEntry } from './mail/index.js'
import { createPasswords, isPasswordHash } from './passwords.js'
import { claimedEmail, safeBody, safeTarget } from './redact.js'
import { openSqlStore } from './storage/index.js'
import { version } from './version.js'

/** Everything about a server that can be chosen; all of it has a default. */
export interface ServerOptions {
  /** 0, the default, takes any free port. */
  port?: number
  /** The address to listen on; `127.0.0.1` by default, which this machine alone can reach. */
  host?: string
  /** What the service starts with, and goes back to on a reset; nothing by default. */
  seed?: SeedInput
  /** The token of the control interface; without one it is off. */
  controlToken?: string
  /** The URL that links in answers and e-mails begin with; by default the one a request came by. */
  publicUrl?: string
  /** Origins whose pages may call the service, or `*`; none by default. */
  cors?: CorsOrigins
  /** Where resource names are unique (section 2.1); `service` by default. */
  uniqueNames?: UniqueNames
  /** `request_rate_limit` of accounts that name none: requests within 5 minutes; 100,000 by default. */
  requestRateLimit?: number
  /** A server that e-mails are sent through, as `smtp://HOST:PORT`; by default they stay in the outbox. */
  smtp?: string
  /** One line per request on standard output; `off` by default. */
  log?: LogFormat
}

/** A server that is running. */
export interface RunningServer {
  /** Where it is reached, without a slash at the end: `http://127.0.0.1:4000`. */
  readonly url: string
  readonly port: number
  /** The clock of the service, for tests that need another time. */
  readonly clock: MovableClock
  /** Every e-mail so far, the newest last. */
  outbox(): Promise<readonly OutboxEntry[]>
  /** Back to the seed, with an empty outbox, no recorded requests and the real time. */
  reset(): Promise<void>
  /** Takes no more requests, finishes those under way, then ends. */
  close(): Promise<void>
}

/**
 * Starts the reference server.
 *
 * @example const server = await startServer({ port: 0, seed })
 * @throws SeedError where the seed is wrong; an Error where the port is taken or an option can't be used.
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const { host = '127.0.0.1', port = 0, controlToken, uniqueNames = 'service' } = options
  const seed = checkedSeed(options.seed, uniqueNames)
  const publicUrl = options.publicUrl === undefined ? undefined : checkedUrl(options.publicUrl)
  const write = (line: string) => void process.stdout.write(`${line}\n`)
  const colour = process.stdout.isTTY === true && !process.env.NO_COLOR
  const log = createLog({ format: options.log ?? 'off', write, now: Date.now, colour })

  const clock = createClock(Date.now)
  const post = createPostOffice({
    clock,
    ...(options.smtp !== undefined && { smtp: options.smtp }),
    notify: entry => log.event('mail', describe(entry)),
  })
  const store = await openSqlStore({ uniqueNames })
  const service = createService(
    { store, clock, passwords: createPasswords(), mailer: post.mailer, ids: randomIds, log },
    { requestRateLimit: options.requestRateLimit ?? 100_000, ...(publicUrl !== undefined && { publicUrl }) },
  )
  const records = createRecords(200)
  const outbox = {
    async list() {
      await post.outbox.settled()
      return post.outbox.list()
    },
    empty: () => post.outbox.empty(),
  }

  async function reset(): Promise<void> {
    clock.reset()
    await service.plant(seed)
    outbox.empty()
    records.empty()
  }

  await service.plant(seed)
  const control =
    controlToken === undefined
      ? undefined
      : createControl({ service, clock, outbox, records, reset, version }, isToken(controlToken))
  const answer: Answer = call =>
    control && isControlPath(call.target) ? control(call) : service.answer(call)

  const listener = await listen({
    answer,
    host,
    port,
    ...(options.cors && { cors: options.cors }),
    defect: error => log.defect(error, 'HTTP'),
    observe(exchange) {
      log.exchange(exchange)
      if (control && !isControlPath(exchange.call.target)) records.add(recordOf(exchange, clock))
    },
  })

  let closing: Promise<void> | undefined
  return {
    url: `http://${urlHost(host)}:${listener.port}`,
    port: listener.port,
    clock,
    outbox: outbox.list,
    reset,
    close() {
      closing ??= listener.close().then(async () => {
        await post.close()
        await store.close()
      })
      return closing
    },
  }
}

function checkedSeed(input: SeedInput | undefined, uniqueNames: UniqueNames): Seed {
  const seed = parseSeed(input ?? {}, uniqueNames)
  const details = seed.users.flatMap(({ password_hash }, index) =>
    password_hash === undefined || isPasswordHash(password_hash)
      ? []
      : [
          {
            path: `users.${index}.password_hash`,
            message: 'must be of the form $scrypt$ln=15,r=8,p=1$SALT$KEY',
          },
        ],
  )
  if (details.length > 0) throw new SeedError(details)
  return seed
}

function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.search !== '' ||
    url.hash !== '' ||
    url.username !== ''
  ) {
    throw new Error(
      `Failed to use the public URL "${text}". Write it as https://example.com or https://example.com/prefix.`,
    )
  }
  return url.href.replace(/\/+$/, '')
}

/** Compares digests, so that neither the length nor the beginning of the token shows in the time it takes. */
function isToken(token: string): (text: string) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const expected = digest(token)
  return text => timingSafeEqual(digest(text), expected)
}

/** A host as a URL names it; one that means every address is reached as localhost. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

const recordedCharacters = 16_384

function recordOf({ call, reply, took }: Exchange, clock: MovableClock) {
  const as = claimedEmail(call)
  return {
    at: new Date(clock.now()).toISOString(),
    method: call.method,
    target: safeTarget(call.target),
    ...(as !== undefined && { as }),
    ...(call.body.length > 0 && { request: safeBody(call.body, recordedCharacters) }),
    status: reply.status,
    reply: reply.body.slice(0, recordedCharacters),
    took: Math.round(took * 10) / 10,
  }
}

function describe({ delivery, kind, to, link, problem }: OutboxEntry): Record<string, unknown> {
  return {
    delivery,
    kind,
    to,
    ...(link !== undefined && { link }),
    ...(problem !== undefined && { problem }),
  }
}

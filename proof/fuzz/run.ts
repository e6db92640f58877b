import { Flaw, type RawAnswer } from './answer.js'
import { createWitness } from './canary.js'
import { type Case, secretPlace } from './case.js'
import { casesOfRound, createCases, isControlRound } from './cases.js'
import { type Connection, type Heard, openConnection } from './connection.js'
import { type Failure, failureOf } from './failure.js'
import { checkContent, counted } from './invariants.js'
import { createLeaks } from './leaks.js'
import { judge } from './response-checks.js'
import { serveApart, serveHere } from './server.js'
import { fuzzWorld } from './setup.js'

export interface FuzzOptions {
  seed: number
  requests: number
  connections: number
  /** `apart` as a process of its own, so that a crash is one. */
  serve: 'apart' | 'here'
  /** Only cases of these numbers are sent, both bounds included. */
  only?: readonly [first: number, last: number]
  /** Hears of each failure, and now and then how far it is. */
  failed?(failure: Failure): void
  progress?(sent: number): void
}

export interface FuzzResult {
  /** How many cases were sent. */
  sent: number
  /** How many answers there were of each kind of case and status; `no answer` where a connection was closed. */
  tally: Map<string, number>
  /** How many requests of the witness were served meanwhile. */
  witnessed: number
  /** Bytes at the beginning, at the end, and the most. */
  memory: { start: number; end: number; most: number }
  failures: Failure[]
}

const mostFailures = 10
const casesBetweenLooks = 150

/** Attacks a server, and looks at all that comes of it. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { seed, requests, serve, only, connections } = options
  const world = fuzzWorld(seed)
  const service =
    serve === 'apart'
      ? await serveApart(world.seed, seed % 2 ? 'json' : 'pretty')
      : await serveHere(world.seed)
  const { wire, port } = service
  const leaks = createLeaks(world)
  const witness = createWitness(port, world)
  const start = service.memory()
  const result: FuzzResult = {
    sent: 0,
    tally: new Map(),
    witnessed: 0,
    memory: { start, end: start, most: start },
    failures: [],
  }
  let beginning = ''

  const count = (what: string) => void result.tally.set(what, (result.tally.get(what) ?? 0) + 1)
  const isOver = () => result.failures.length >= mostFailures || service.broken() !== undefined

  function fail(failure: Failure): void {
    result.failures.push(failure)
    options.failed?.(failure)
  }

  /** Whatever a look finds is told with the number of the last case. */
  async function look(number: number, work: () => Promise<unknown> | unknown): Promise<void> {
    try {
      await work()
    } catch (error) {
      fail(failureOf({ seed, number, error }))
    }
  }

  async function lookAtRecords(): Promise<void> {
    for (const record of (await wire.control('GET', '/requests')) as object[]) {
      leaks.check(JSON.stringify(record), 'A recorded request')
    }
  }

  function lookAtLines(): void {
    for (const line of service.lines()) {
      if (isDefect(line)) throw new Flaw(`A defect was logged: ${line}`)
      // Mails are shown there on purpose, for those who run a server without a mail server.
      if (!isMail(line)) leaks.check(line, 'The log')
    }
  }

  async function secretFor(address: string): Promise<string> {
    const mails = (await wire.control('GET', '/outbox')) as { text: string; link?: string }[]
    const link = mails.findLast(({ text }) => text.includes(address))?.link
    const secret = link?.split('/').at(-1) ?? 'none'
    if (link) leaks.addSecret(secret)
    return secret
  }

  /** Sends the pieces of a case, with the secret of the link that the first of them asked for in the second. */
  async function talk(connection: Connection, each: Case): Promise<Heard> {
    const [first, second] = each.pieces
    if (each.secretOf === undefined || !first || !second) return connection.talk(each)
    const asked = await connection.talk({
      ...each,
      pieces: [first],
      requests: each.requests?.slice(0, 1) ?? [],
    })
    const text = Buffer.from(second)
      .toString('latin1')
      .replace(secretPlace, await secretFor(each.secretOf))
    const rest = { ...each, pieces: [Buffer.from(text, 'latin1')], requests: each.requests?.slice(1) ?? [] }
    // Meanwhile the first connection may have been closed.
    const another = openConnection(port)
    const heard = await another.talk(rest)
    another.destroy()
    return { ...heard, answers: [...asked.answers, ...heard.answers] }
  }

  function check({ requests, kind, most, page, refused }: Case, { answers, late }: Heard): void {
    const planned = kind === 'control'
    for (const [index, answer] of answers.entries()) {
      const bodiless = answer.body.length === 0 && (!requests || requests[index]?.method === 'HEAD')
      judge(answer, { bodiless, page: page ?? false, planned })
      leaks.check(answer.body.toString(), 'The answer')
      count(`${kind}: ${answer.status}`)
      const { repeats } = requests?.[index] ?? {}
      if (repeats && !answer.body.includes(repeats))
        throw new Flaw(`Answer ${index + 1} is not the one to ${repeats}`)
      if (refused && answer.status < 400)
        throw new Flaw(`It was not refused, but answered with ${answer.status}`)
    }
    if (answers.length === 0) count(`${kind}: no answer`)
    if (late) throw new Flaw('It was neither answered in time, nor was the connection closed')
    if (requests && answers.length < requests.length && !isLast(answers.at(-1)) && !planned)
      throw new Flaw(
        `${requests.length} requests got ${answers.length} answers, and then the connection ended`,
      )
    if (most !== undefined && answers.length > most)
      throw new Flaw(`It got ${answers.length} answers, not ${most} at most`)
  }

  async function send(
    number: number,
    each: Case,
    open: Connection | undefined,
  ): Promise<Connection | undefined> {
    let connection = open?.isOpen && each.requests && each.secretOf === undefined ? open : undefined
    let received: Uint8Array = new Uint8Array()
    try {
      let heard: Heard
      for (;;) {
        const isReused = connection !== undefined
        connection ??= openConnection(port)
        heard = await talk(connection, each)
        // Like every client: what a server closed before it read anything is sent once more.
        if (!isReused || heard.answers.length > 0 || !heard.closed) break
        connection = undefined
      }
      received = heard.received
      if (each.ending !== 'leave') check(each, heard)
    } catch (error) {
      connection?.destroy()
      fail(failureOf({ seed, number, error, sent: each, received }))
    }
    if (each.requests && connection?.isOpen) return connection
    connection?.destroy()
    return undefined
  }

  async function attack(round: number): Promise<void> {
    const draw = createCases(seed, round, world)
    let number = round * casesOfRound
    const last = Math.min(requests, number + casesOfRound)
    const work = async () => {
      let connection: Connection | undefined
      while (number < last && !isOver()) {
        const each = draw()
        number++
        const own = number
        if (only && (own < only[0] || own > only[1])) continue
        result.sent++
        connection = await send(own, each, connection)
        if (own % casesBetweenLooks === 0) {
          if (!isControlRound(round)) await look(own, lookAtRecords)
          options.progress?.(own)
        }
      }
      connection?.destroy()
    }
    let isDone = false
    const watched = isControlRound(round) ? 0 : witness.use(() => isDone)
    const watching = look(number, async () => {
      result.witnessed += await watched
    })
    await Promise.all(Array.from({ length: only ? 1 : connections }, work))
    isDone = true
    await watching
    await look(number, lookAtLines)
  }

  async function restore(number: number): Promise<void> {
    await look(number, async () => {
      await wire.control('POST', '/reset')
      for (const { id } of (await wire.control('GET', '/snapshots')) as { id: string }[]) {
        await wire.control('DELETE', `/snapshots/${encodeURIComponent(id)}`)
      }
      const content = counted(await checkContent(wire, world.seed))
      beginning ||= content
      if (content !== beginning) throw new Flaw(`After the reset there is ${content}, not ${beginning}`)
    })
    result.memory.end = service.memory()
    result.memory.most = Math.max(result.memory.most, result.memory.end)
  }

  try {
    await restore(0)
    // What it says at its start is for whoever started it.
    service.lines()
    result.memory.start = service.memory()
    const rounds = Math.ceil(requests / casesOfRound)
    for (let round = 0; round < rounds && !isOver(); round++) {
      if (only && round !== Math.floor((only[0] - 1) / casesOfRound)) continue
      await attack(round)
      const number = Math.min(requests, (round + 1) * casesOfRound)
      if (!isControlRound(round)) {
        await look(number, lookAtRecords)
        await look(number, () => checkContent(wire, world.seed))
      }
      await restore(number)
    }
    const broken = service.broken()
    if (broken !== undefined) fail(failureOf({ seed, number: result.sent, error: new Flaw(broken) }))
  } finally {
    await service.close()
  }
  return result
}

const isDefect = (line: string) => line.includes('"event":"defect"') || /^\S+ defect {2}/.test(line)
const isMail = (line: string) => line.includes('"event":"mail"') || /^\S+ mail {2}/.test(line)
const isLast = (answer: RawAnswer | undefined) => answer?.headers.get('connection') === 'close'

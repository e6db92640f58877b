import { runCanary } from './canary.js'
import { casesPerRound, createCases, isControlRound } from './cases.js'
import type { Connection } from './connection.js'
import { checkData, countObjects } from './data-checks.js'
import type { Failure } from './failure.js'
import { createLeakDetector, type LeakDetector } from './leaks.js'
import { Finding } from './response.js'
import { sendCase } from './send-case.js'
import { type FuzzedServer, startFuzzedServer } from './server.js'
import { createSetup, type FuzzSetup } from './setup.js'

export interface FuzzOptions {
  seed: number
  requests: number
  connections: number
  /** Sends only the cases from the first to the last of these numbers, inclusive. */
  only?: readonly [first: number, last: number]
  onFailure?(failure: Failure): void
  onProgress?(sent: number): void
}

export interface FuzzResult {
  /** The number of cases sent. */
  sent: number
  /** The number of responses by kind of case and status; `no response` if a connection was closed. */
  tally: Map<string, number>
  /** The number of answered requests of the canary. */
  canaryRequests: number
  /** Memory of the server, in bytes. */
  memory: { start: number; end: number; max: number }
  failures: Failure[]
}

const maxFailures = 10
/** The number of cases between two checks of the recorded requests. */
const casesPerCheck = 150

interface Run {
  options: FuzzOptions
  setup: FuzzSetup
  server: FuzzedServer
  leaks: LeakDetector
  result: FuzzResult
  /** The numbers of objects after the first reset. */
  initialCounts?: string
}

/** Attacks a server, and checks its responses, data, log and records, and that it keeps serving another client. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { seed, requests, only } = options
  const setup = createSetup(seed)
  const server = await startFuzzedServer(setup.seed, seed % 2 ? 'json' : 'pretty')
  const memory = { start: 0, end: 0, max: 0 }
  const result: FuzzResult = { sent: 0, tally: new Map(), canaryRequests: 0, memory, failures: [] }
  const run: Run = { options, setup, server, leaks: createLeakDetector(setup), result }
  try {
    await reset(run, 0)
    // The start banner shows the token on purpose.
    server.logLines()
    memory.start = server.memory()
    const rounds = Math.ceil(requests / casesPerRound)
    for (let round = 0; round < rounds && !isOver(run); round++) {
      if (only && round !== Math.floor((only[0] - 1) / casesPerRound)) continue
      await attack(run, round)
      await reset(run, Math.min(requests, (round + 1) * casesPerRound))
    }
    const crash = server.crash()
    if (crash !== undefined) fail(run, { number: result.sent, error: new Finding(crash) })
  } finally {
    await server.close()
  }
  return result
}

const isOver = ({ result, server }: Run) =>
  result.failures.length >= maxFailures || server.crash() !== undefined

type Failed = Pick<Failure, 'number' | 'sent' | 'received'> & { error: unknown }

function fail({ options, result }: Run, { error, ...failed }: Failed): void {
  const what = error instanceof Finding ? error.message : String((error as Error)?.stack ?? error)
  const failure = { seed: options.seed, ...failed, what }
  result.failures.push(failure)
  options.onFailure?.(failure)
}

/** Runs a check, and reports its finding as a failure of the last case. */
async function check(run: Run, number: number, work: () => Promise<unknown> | unknown): Promise<void> {
  try {
    await work()
  } catch (error) {
    fail(run, { number, error })
  }
}

/** Sends the cases of a round over several concurrent connections, then checks the state of the server. */
async function attack(run: Run, round: number): Promise<void> {
  const { options, setup, server, result } = run
  const last = Math.min(options.requests, (round + 1) * casesPerRound)
  const isControl = isControlRound(round)
  let isDone = false
  const canary = check(run, round * casesPerRound, async () => {
    // With the control token, a case may delete the canary's account.
    if (!isControl) result.canaryRequests += await runCanary(server.port, setup, () => isDone)
  })
  await sendCases(run, round, last)
  isDone = true
  await canary
  await check(run, last, () => checkLog(run))
  if (isControl) return
  await check(run, last, () => checkRecords(run))
  await check(run, last, () => checkData(server.client, setup.seed))
}

async function sendCases(run: Run, round: number, last: number): Promise<void> {
  const { options, setup, server, leaks, result } = run
  const { only, connections } = options
  const count = (what: string) => void result.tally.set(what, (result.tally.get(what) ?? 0) + 1)
  const nextCase = createCases(options.seed, round, setup)
  let number = round * casesPerRound

  const sendOneByOne = async () => {
    let connection: Connection | undefined
    while (number < last && !isOver(run)) {
      const sent = nextCase()
      const own = ++number
      if (only && (own < only[0] || own > only[1])) continue
      result.sent++
      const { error, received, ...kept } = await sendCase(sent, connection, { server, leaks, count })
      connection = kept.connection
      if (error !== undefined) fail(run, { number: own, error, sent, received })
      if (own % casesPerCheck !== 0) continue
      if (!isControlRound(round)) await check(run, own, () => checkRecords(run))
      options.onProgress?.(own)
    }
    connection?.destroy()
  }
  await Promise.all(Array.from({ length: only ? 1 : connections }, sendOneByOne))
}

async function checkRecords({ server, leaks }: Run): Promise<void> {
  for (const record of (await server.client.control('GET', '/requests')) as object[])
    leaks.check(JSON.stringify(record), 'A recorded request')
}

function checkLog({ server, leaks }: Run): void {
  for (const line of server.logLines()) {
    if (isDefect(line)) throw new Finding(`A defect was logged: ${line}`)
    // Mails are logged on purpose if there is no mail server.
    if (!isMail(line)) leaks.check(line, 'The log')
  }
}

const isDefect = (line: string) => line.includes('"event":"defect"') || /^\S+ defect {2}/.test(line)
const isMail = (line: string) => line.includes('"event":"mail"') || /^\S+ mail {2}/.test(line)

/** Resets the data, and checks that it is as at the start. */
async function reset(run: Run, number: number): Promise<void> {
  const { server, setup, result } = run
  await check(run, number, async () => {
    await server.client.control('POST', '/reset')
    for (const { id } of (await server.client.control('GET', '/snapshots')) as { id: string }[])
      await server.client.control('DELETE', `/snapshots/${encodeURIComponent(id)}`)
    const counts = countObjects(await checkData(server.client, setup.seed))
    run.initialCounts ??= counts
    if (counts !== run.initialCounts)
      throw new Finding(`After the reset there is ${counts}, not ${run.initialCounts}`)
  })
  result.memory.end = server.memory()
  result.memory.max = Math.max(result.memory.max, result.memory.end)
}

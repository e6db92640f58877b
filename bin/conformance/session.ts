import {
  clean,
  type Progress,
  type Provision,
  progressLine,
  UnreachableError,
  waitingText,
} from '../../conformance/index.js'
import { kitCommand } from '../../conformance/session/defaults.js'
import { ExitError } from '../errors.js'
import { createLiveLine, grouped } from '../terminal.js'
import { provision } from './provision.js'
import type { TargetOptions } from './target-options.js'

/** What a command needs while it communicates with a target. */
interface Session extends Awaited<ReturnType<typeof provision>> {
  /** Aborted by the first Ctrl-C, or when the reader of the messages is gone. */
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
  /** Removes the progress line, so that a report can be written. */
  readonly endProgress: () => void
}

/** Provisions a target, shows progress, handles signals, and cleans up afterwards. `noun` names what is counted. */
export async function withSession(
  options: TargetOptions,
  noun: string,
  work: (session: Session) => Promise<void>,
): Promise<void> {
  const progress = showProgress(process.stderr, noun)
  const signals = abortOnSignals(progress.ledgers)
  const { signal } = signals
  try {
    const provisioned = await provision(options, signal).catch(error => {
      throw signal.aborted ? new ExitError(error.message, 130) : error
    })
    let isDone = false
    try {
      if (signal.aborted) throw endedEarly()
      await work({ ...provisioned, signal, onProgress: progress.show, endProgress: progress.end }).catch(
        error => {
          throw signal.aborted && error instanceof UnreachableError ? endedEarly(error) : error
        },
      )
      isDone = process.exitCode !== 4
    } finally {
      progress.end()
      const isGone = options.control !== undefined && !isDone
      await tearDown(provisioned, signal.aborted || isGone)
    }
  } finally {
    progress.end()
    signals.release()
  }
}

/** Creates the error for a run that was interrupted during its preparation, with what it left behind. */
const endedEarly = ({ message }: Error = new Error()) =>
  new ExitError(['The run was ended before it began.', ...message.split('\n').slice(1)].join('\n'), 130)

/** The timeout for the teardown of a target in milliseconds; short if it needs an unresponsive server, or a user waits. */
const teardownTime = { usual: 60_000, short: 2000 }

async function tearDown({ teardown }: Provision, isShort: boolean): Promise<void> {
  if (!teardown) return
  const time = isShort ? teardownTime.short : teardownTime.usual
  const controller = new AbortController()
  const late = new Promise<void>(resolve =>
    controller.signal.addEventListener('abort', () => setTimeout(resolve, 100)),
  )
  const timer = setTimeout(() => controller.abort(new Error(`no answer within ${time} ms`)), time)
  try {
    await Promise.race([teardown(controller.signal), late])
  } catch (error) {
    if (!isShort) throw error
    process.stderr.write(`${clean((error as Error).message)}\n`)
  } finally {
    clearTimeout(timer)
  }
}

function showProgress(stream: NodeJS.WriteStream, noun: string) {
  const line = createLiveLine(stream)
  let latest: Progress | undefined
  let reportedAt = 0
  let ledgers: readonly string[] = []

  function draw(): void {
    if (!latest) return
    const { done, planned, failed, elapsed, waiting } = latest
    const since = Date.now() - reportedAt
    const left = waiting !== undefined && waiting > since ? { waiting: waiting - since } : {}
    const state = { ...latest, ...left, elapsed: elapsed + since }
    line.update(
      width => progressLine(state, Math.max(20, width)),
      () =>
        [
          planned > 0
            ? `${grouped(done)} of ${grouped(planned)} ${noun}, ${grouped(failed)} failed`
            : 'preparing',
          ...waits(state),
        ].join('; '),
    )
  }
  // A run that waits for a rate limit reports nothing, but must not seem to hang.
  const timer = setInterval(draw, 1000)
  timer.unref()

  return {
    ledgers: () => ledgers,
    show(progress: Progress) {
      ledgers = progress.ledgers
      latest = progress
      reportedAt = Date.now()
      draw()
    },
    end() {
      clearInterval(timer)
      latest = undefined
      line.end()
    },
  }
}

const waits = ({ waiting, waitingFor }: Progress) =>
  waiting === undefined ? [] : [waitingText(waiting, waitingFor)]

/** Milliseconds after a signal until the process is forced to exit. */
const patience = 9500

/**
 * The first signal ends a run and lets it clean up; a second Ctrl-C or SIGTERM ends the process at once. A run also ends when
 * the reader of its messages is gone.
 */
function abortOnSignals(ledgers: () => readonly string[]) {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const stop = () => {
    const commands = ledgers().map(file => `${kitCommand} cleanup ${file}`)
    const hint = commands.length > 0 ? `Not cleaned up. Do it with: ${commands.join('; ')}\n` : ''
    process.stderr.write(`\n${hint}`)
    process.exit(130)
  }
  const begin = () => {
    if (controller.signal.aborted) return
    timer = setTimeout(stop, patience).unref()
    controller.abort()
    process.stderr.write(
      '\nFinishing running checks and cleaning up, for 10 s at most. Press Ctrl-C again to stop now.\n',
    )
  }
  const end = () => (controller.signal.aborted ? stop() : begin())
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  // Both the shell and the system may send SIGHUP when a terminal is closed.
  process.on('SIGHUP', begin)
  process.stderr.on('error', begin)
  return {
    signal: controller.signal,
    release() {
      clearTimeout(timer)
      process.off('SIGINT', end)
      process.off('SIGTERM', end)
      process.off('SIGHUP', begin)
      process.stderr.off('error', begin)
    },
  }
}

import {
  BaselineError,
  LedgerError,
  type Progress,
  progressLine,
  TargetError,
  UnreachableError,
  UnreadableReport,
} from '../../conformance/index.js'
import { ExitError, UsageError } from '../errors.js'
import { createLiveLine } from '../terminal.js'
import { provision } from './provision.js'
import type { TargetOptions } from './target-options.js'

const usageErrors = [TargetError, BaselineError, LedgerError, UnreadableReport]

/** Runs a command; its errors end the process with the exit codes that the help promises. */
export async function withExitCodes(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    if (error instanceof UsageError || error instanceof ExitError) throw error
    const { message, stack = message } = error instanceof Error ? error : new Error(String(error))
    if (usageErrors.some(type => error instanceof type)) throw new ExitError(message, 2)
    if (error instanceof UnreachableError) throw new ExitError(message, 4)
    throw new ExitError(`Internal error in the kit, which is no verdict about the target: ${stack}`, 4)
  }
}

/** What a command works with while it talks to a target. */
interface Session extends Awaited<ReturnType<typeof provision>> {
  /** Aborted by the first Ctrl-C. */
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
  /** Removes the progress line, so that a report can be written. */
  readonly endProgress: () => void
}

/** Provisions a target, shows progress, reacts to signals, and cleans up afterwards. `noun` says what is counted. */
export async function withSession(
  options: TargetOptions,
  noun: string,
  work: (session: Session) => Promise<void>,
): Promise<void> {
  const provisioned = await provision(options)
  const progress = showProgress(process.stderr, noun)
  const signals = abortOnSignals(progress.ledger)
  try {
    const { signal } = signals
    await work({ ...provisioned, signal, onProgress: progress.show, endProgress: progress.end })
  } finally {
    progress.end()
    signals.release()
    await provisioned.teardown?.()
  }
}

function showProgress(stream: NodeJS.WriteStream, noun: string) {
  const line = createLiveLine(stream)
  let latest: Progress | undefined
  let reportedAt = 0
  let ledger: string | undefined

  function draw(): void {
    if (!latest) return
    const { done, planned, failed, elapsed } = latest
    const state = { ...latest, elapsed: elapsed + (Date.now() - reportedAt) }
    line.update(
      width => progressLine(state, Math.max(20, width)),
      () => `${done} of ${planned} ${noun}, ${failed} failed`,
    )
  }
  // A run that waits for a rate limit reports nothing, but must not seem dead.
  const timer = setInterval(draw, 1000)
  timer.unref()

  return {
    ledger: () => ledger,
    show(progress: Progress) {
      ledger = progress.ledger
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

/** The first signal ends a run and lets it clean up; a second one ends the process at once. */
function abortOnSignals(ledger: () => string | undefined) {
  const controller = new AbortController()
  const end = () => {
    if (!controller.signal.aborted) {
      process.stderr.write('\nFinishing running checks and cleaning up. Press Ctrl-C again to stop now.\n')
      controller.abort()
      return
    }
    const file = ledger()
    const hint =
      file === undefined ? '' : `Not cleaned up. Do it with: schedkit conformance cleanup ${file}\n`
    process.stderr.write(`\n${hint}`)
    process.exit(130)
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  return {
    signal: controller.signal,
    release() {
      process.off('SIGINT', end)
      process.off('SIGTERM', end)
    },
  }
}

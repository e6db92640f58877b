import { endSignals } from '../terminal.js'
import { startCommand } from './command.js'

/** A service that `schedkit` runs in this process, and its output. */
export interface Service {
  /** Resolves with the output so far once it matches. */
  wrote(pattern: RegExp): Promise<string>
  stderr(): string
  /** Ends it like a signal. Services that were started later must be stopped first. */
  stop(): Promise<void>
}

const signal = 'SIGTERM'

/**
 * Runs a command of `schedkit` that starts a service in this process, which is much faster than starting one; resolves when the
 * service is ready. All output is attributed to the service that was started last.
 */
export async function startService(
  words: readonly string[],
  env: Record<string, string> = {},
): Promise<Service> {
  const before = new Set<unknown>([...process.listeners(signal), ...process.listeners('exit')])
  const { done, output, release } = startCommand(words, env)
  const code = await done
  const stopping = process.listeners(signal).find(listener => !before.has(listener))
  if (stopping === undefined) {
    release()
    throw new Error(`It ended with ${code}: ${output().err}`)
  }
  return {
    stderr: () => output().err,
    async wrote(pattern) {
      while (!pattern.test(output().out)) await new Promise(resolve => setTimeout(resolve, 5))
      return output().out
    },
    async stop() {
      const { exit } = process
      const ended = new Promise<void>(resolve => {
        process.exit = (() => resolve()) as typeof process.exit
      })
      stopping(signal)
      await ended
      process.exit = exit
      for (const name of endSignals) process.off(name, stopping)
      for (const listener of process.listeners('exit').filter(each => !before.has(each))) {
        listener(0)
        process.off('exit', listener)
      }
      release()
    },
  }
}

import { ExitError, UsageError } from '../errors.js'

/** Runs a command, and converts its errors to the exit codes in the help text. */
export async function withExitCodes(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    if (error instanceof UsageError || error instanceof ExitError) throw error
    const kit = await import('../../conformance/index.js')
    const { BaselineError, ContinuationError, LedgerError, TargetError, UnreadableReport } = kit
    const usageErrors = [BaselineError, ContinuationError, LedgerError, TargetError, UnreadableReport]
    const { message, stack = message } = error instanceof Error ? error : new Error(String(error))
    if (usageErrors.some(type => error instanceof type)) throw new ExitError(message, 2)
    if (error instanceof kit.UnreachableError) throw new ExitError(message, 4)
    throw new ExitError(`Internal error in the kit, which says nothing about the target: ${stack}`, 4)
  }
}

import {
  BaselineError,
  LedgerError,
  TargetError,
  UnreachableError,
  UnreadableReport,
} from '../../conformance/index.js'
import { ExitError } from '../exit-error.js'
import { UsageError } from '../usage-error.js'

/** Runs a command; what goes wrong ends with the exit code that the help promises. */
export async function explained(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    if (error instanceof UsageError || error instanceof ExitError) throw error
    const isUsage =
      error instanceof TargetError ||
      error instanceof BaselineError ||
      error instanceof LedgerError ||
      error instanceof UnreadableReport
    if (isUsage) throw new ExitError(error.message, 2)
    if (error instanceof UnreachableError) throw new ExitError(error.message, 4)
    throw new ExitError(
      `The kit itself broke, which is no verdict about the target: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      4,
    )
  }
}

/** Ctrl-C, as a run takes it. */
export interface Signals {
  readonly signal: AbortSignal
  /** From now on signals do what they always do. */
  release(): void
}

/** The first signal ends a run and lets it clean up; a second one ends the process at once. */
export function endOnSignals(ledger: () => string | undefined): Signals {
  const controller = new AbortController()
  const end = () => {
    if (!controller.signal.aborted) {
      process.stderr.write(
        '\nEnding: what runs is finished and everything is cleaned up. Once more stops at once and leaves it.\n',
      )
      controller.abort()
      return
    }
    const file = ledger()
    process.stderr.write(
      file === undefined
        ? '\n'
        : `\nNot cleaned up. This does it later: schedkit conformance cleanup ${file}\n`,
    )
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

import type { RequestHandler } from 'msw'
import type { SetupServer } from 'msw/node'
import { warn } from '../console.js'
import { http } from '../vendor/http.js'
import { withoutState } from './handler.js'

/** An address at which nothing listens, so that connections are refused at once. */
const address = 'http://127.0.0.1:65535/schedkit'

/** Answers the probe request, which tests whether requests reach the mock. */
export const probeHandler: RequestHandler = withoutState(http.get(address, () => new Response()))

/**
 * Warns, once, of another MSW server in this process. MSW silently lets only the one that listened last answer, and passes it
 * each request twice.
 *
 * @returns `check`, called at a reset, tests whether requests still reach this server, unless one has since the last reset;
 *   `stop` ends the watch
 * @see https://github.com/mswjs/msw/issues/2756
 */
export function watchForSecondServer({ events }: SetupServer): { check(): void; stop(): void } {
  // The `fetch` that MSW installed: a test may replace it.
  const { fetch } = globalThis
  const watching = new AbortController()
  const { signal } = watching
  /** The first request since the last reset. */
  let first: string | undefined
  let seen = 0
  let seenAtReset = 0
  let isProbing = false

  function tell(): void {
    if (signal.aborted) return
    watching.abort()
    warn(
      'schedkit: a second setupServer of MSW listens in this process, and as MSW lets only the one answer that began to ' +
        'listen last, use startMock({ ...options, handlers: yourHandlers }) alone, or startMock not at all: ' +
        'setupServer(...yourHandlers, ...createMock(options).handlers).',
    )
  }

  events.on('request:start', ({ requestId }) => {
    if (requestId === first) tell()
    first ??= requestId
    seen++
  })

  return {
    check() {
      const before = seen
      const hasSeen = before > seenAtReset
      first = undefined
      seenAtReset = before
      if (hasSeen || isProbing || signal.aborted) return
      isProbing = true
      const checked = () => {
        isProbing = false
        if (seen === before) tell()
      }
      fetch?.(address, { signal }).then(checked, checked)
    },
    stop: () => watching.abort(),
  }
}

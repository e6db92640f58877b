import type { RequestHandler } from 'msw'
import type { SetupServer } from 'msw/node'
import { warn } from '../console.js'
import { http } from '../vendor/http.js'
import { withoutState } from './handler.js'

/** Nothing listens there, and a refusal comes at once. */
const address = 'http://127.0.0.1:65535/schedkit'

/** Answers the request that finds out whether requests reach the mock. */
export const probeHandler: RequestHandler = withoutState(http.get(address, () => new Response()))

/**
 * Warns, once, of another server of MSW in this process. MSW lets only the one answer that began to listen last, shows it each
 * request twice, and says nothing.
 *
 * @returns `check` finds out whether requests still reach this server, if none has so far; `stop` ends this
 * @see https://github.com/mswjs/msw/issues/2756
 */
export function watchForSecondServer({ events }: SetupServer): { check(): void; stop(): void } {
  // As MSW has replaced it: a test may put another one in its place.
  const { fetch } = globalThis
  const watching = new AbortController()
  const { signal } = watching
  let first: string | undefined

  function tell(): void {
    if (signal.aborted) return
    watching.abort()
    warn(
      'schedkit: a setupServer of MSW listens in this process beside startMock, and MSW lets only the one answer that ' +
        'began to listen last. Use one of them: startMock({ ...options, handlers: yourHandlers }), or ' +
        'setupServer(...yourHandlers, ...createMock(options).handlers).',
    )
  }

  events.on('request:start', ({ requestId }) => {
    if (requestId === first) tell()
    first ??= requestId
  })

  return {
    check() {
      if (first !== undefined || signal.aborted) return
      const checked = () => void (first ?? tell())
      fetch?.(address, { signal }).then(checked, checked)
    },
    stop: () => watching.abort(),
  }
}

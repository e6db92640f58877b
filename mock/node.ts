import type { RequestHandler } from 'msw'
import { type SetupServer, setupServer } from 'msw/node'
import { assembleMock, partsOf } from './assembly.js'
import { extendMock, type Mock, type MockOptions, mockOptionRules } from './mock.js'
import { probeHandler, watchForSecondServer } from './msw/second-server.js'
import { checkOptions, handlerList, oneOf } from './options.js'
import type { ServedMock, ServeMockOptions } from './serve/index.js'
import { http, passthrough } from './vendor/http.js'
import { inWorld, worldRules } from './worlds.js'

export * from './index.js'
export { mockRoutes, type RequestRoute, type RoutedContext, type RoutedRequest } from './playwright.js'
export type { ServedMock, ServeMockOptions } from './serve/index.js'

export type { WorldOptions } from './worlds.js'

export interface NodeMockOptions extends MockOptions {
  /** Your own handlers, which come first. */
  handlers?: readonly RequestHandler[] | undefined
  /** What to do with requests without a handler; `warn` by default, as with MSW. */
  onUnhandledRequest?: 'bypass' | 'warn' | 'error' | undefined
}

/** A mock that answers the requests of this process. */
export interface NodeMock extends Mock {
  /** MSW's server: `server.use(...)` overrides a response until the next reset. */
  readonly server: SetupServer
  /** Stops the mock: requests go to the network again. Held and delayed requests are answered at once. */
  close(): void
}

/** The running mock. There can be only one per process: a second MSW server would take all requests from the first. */
let running: NodeMock | undefined

/**
 * Creates a mock of the whole service, as `createMock` of schedkit/mock does; it can also play a world.
 *
 * @throws SeedError if the seed is not valid; an Error if another option is not valid
 */
export function createMock(options: MockOptions): Mock {
  checkOptions('create a mock', options, { ...mockOptionRules, ...worldRules })
  return assembleMock({ http, passthrough }, inWorld(options))
}

/**
 * Answers this process's requests to the API from now on. `reset` also removes what `server.use` added.
 *
 * @example
 * const mock = startMock({ baseUrl: 'https://api.example.com', seed: demo({ now: Date.now() }) })
 * afterEach(() => mock.reset())
 * afterAll(() => mock.close())
 * @throws SeedError if the seed is not valid; an Error if another option is not valid or another mock is running
 */
export function startMock(options: NodeMockOptions): NodeMock {
  checkOptions('start a mock', options, {
    ...mockOptionRules,
    ...worldRules,
    handlers: handlerList,
    onUnhandledRequest: oneOf('bypass', 'warn', 'error'),
  })
  if (running) {
    throw new Error(
      `Failed to start a mock: the one for ${running.baseUrl} is still running. Close it first, ` +
        'or start both as one: startMock({ ...options, handlers: createMock(others).handlers }).',
    )
  }
  const { handlers = [], onUnhandledRequest = 'warn', ...rest } = options
  const mock = createMock(rest)
  const server = setupServer(...handlers, ...mock.handlers, probeHandler)
  if (typeof server.boundary !== 'function') {
    throw new Error(
      'Failed to start a mock: the installed msw is too old, as version 1 is. The mock needs version 2.15 or 3: ' +
        'npm install --save-dev msw@2',
    )
  }
  // MSW 3 renamed this function.
  const unhandled = { onUnhandledRequest, onUnhandledFrame: onUnhandledRequest }
  server.listen(unhandled)
  const others = watchForSecondServer(server)
  const started: NodeMock = extendMock(mock, {
    server,
    reset(...given: []) {
      others.check()
      mock.reset(...given)
      server.resetHandlers()
    },
    async load(seed: Parameters<Mock['load']>[0]) {
      await mock.load(seed)
      server.resetHandlers()
    },
    close() {
      if (running !== started) return
      running = undefined
      others.stop()
      server.close()
      // Waiting requests, and those that have been sent but not arrived, would keep the process alive.
      partsOf(mock).engine.faults.clear()
    },
  })
  running = started
  return started
}

/**
 * Runs the service of a mock behind HTTP, without MSW, for programs that can't import a mock.
 *
 * @throws SeedError if the seed is not valid; an Error if the port is in use or an option is not valid
 */
export async function serveMock(options: ServeMockOptions = {}): Promise<ServedMock> {
  const { serveMock: serve } = await import('./serve/index.js')
  return serve(options)
}

/*
 * The declarations of `schedkit/mock/node` for `require` that involve MSW: MSW has its classes twice, with protected members,
 * so the compiler does not accept one in place of the other. build.ts adds all declarations that do not involve MSW.
 */
import type { RequestHandler } from 'msw'
import type { SetupServer } from 'msw/node'
import type * as imported from '../mock/node.js' with { 'resolution-mode': 'import' }

/** The whole service inside a program: MSW handlers, and everything that a test inspects and controls. */
export interface Mock extends Omit<imported.Mock, 'handlers'> {
  /** Handlers for `setupServer(...mock.handlers)` and `setupWorker(...mock.handlers)`. */
  readonly handlers: readonly [RequestHandler]
}

/** A mock that answers the requests of this process. */
export interface NodeMock extends Mock, Omit<imported.NodeMock, keyof Mock | 'server'> {
  /** MSW's server: `server.use(...)` overrides a response until the next reset. */
  readonly server: SetupServer
}

export interface NodeMockOptions extends Omit<imported.NodeMockOptions, 'handlers'> {
  /** Your own handlers, which come first. */
  handlers?: readonly RequestHandler[]
}

/** Creates a mock of the whole service: MSW handlers that run the server's code on data in memory. Mocks share no state. */
export declare function createMock(options: Parameters<typeof imported.createMock>[0]): Mock

/** Answers this process's requests to the API from now on. `reset` also removes what `server.use` added. */
export declare function startMock(options: NodeMockOptions): NodeMock

/** Routes requests to the API in a browser driven by Playwright, from a context or one page, to a mock. */
export declare function mockRoutes(
  context: imported.RoutedContext,
  mock: Pick<Mock, 'baseUrl' | 'handlers'>,
): Promise<void>

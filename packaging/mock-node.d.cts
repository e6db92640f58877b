/*
 * What `schedkit/mock/node` declares for `require` in place of the same for `import`: MSW has its classes twice, with protected
 * members, so that the compiler never takes one for the other. build.ts adds all that has nothing of MSW.
 */
import type { RequestHandler } from 'msw'
import type { SetupServer } from 'msw/node'
import type * as imported from '../mock/node.js' with { 'resolution-mode': 'import' }

/** The whole service inside a program: handlers for MSW, and everything that a test inspects and controls. */
export interface Mock extends Omit<imported.Mock, 'handlers'> {
  /** Handlers for `setupServer(...mock.handlers)` and `setupWorker(...mock.handlers)`. */
  readonly handlers: readonly [RequestHandler]
}

/** A mock that answers the requests of this process. */
export interface NodeMock extends Mock, Omit<imported.NodeMock, keyof Mock | 'server'> {
  /** MSW's server: `server.use(...)` overrides an answer until the next reset. */
  readonly server: SetupServer
}

export interface NodeMockOptions extends Omit<imported.NodeMockOptions, 'handlers'> {
  /** Your own handlers, which come first. */
  handlers?: readonly RequestHandler[]
}

/** Creates a mock of the whole service: handlers for MSW that run the server's code on rows in memory. Mocks share nothing. */
export declare function createMock(options: Parameters<typeof imported.createMock>[0]): Mock

/** Answers this process's requests to the API from now on. `reset` also removes what `server.use` added. */
export declare function startMock(options: NodeMockOptions): NodeMock

/** Answers requests of a browser that Playwright drives: those of a context, or of one page, to the API go to a mock. */
export declare function mockRoutes(
  context: imported.RoutedContext,
  mock: Pick<Mock, 'baseUrl' | 'handlers'>,
): Promise<void>

// Entry point of the mock: handlers for MSW, in Node.js and in browsers.

import { assembleMock } from './assembly.js'
import { type Mock, mockOptionRules, type PlainMockOptions } from './mock.js'
import { checkOptions } from './options.js'
import { inLoadedWorld, type LoadedWorldOptions, loadedWorldRules } from './page/loaded-world.js'
import { http, passthrough } from './vendor/http.js'

export * from './public.js'

/**
 * Creates a mock of the whole service: MSW handlers that run the server's code on data in memory. Mocks share no state.
 *
 * @example
 * const mock = createMock({ baseUrl: 'https://api.example.com', seed: demo({ now: Date.now() }) })
 * const server = setupServer(...mock.handlers)
 * @throws SeedError if the seed is not valid; an Error if another option is not valid
 */
export function createMock(options: PlainMockOptions & LoadedWorldOptions): Mock {
  checkOptions('create a mock', options, { ...mockOptionRules, ...loadedWorldRules })
  return assembleMock({ http, passthrough }, inLoadedWorld(options))
}

/**
 * Always throws: this entry point does not start mocks.
 *
 * @deprecated Import `startMock` from `schedkit/mock/node` in tests or `schedkit/mock/browser` in pages.
 * @throws an Error that names these entry points
 */
export const startMock = (() => {
  throw new Error(
    'Failed to start a mock: schedkit/mock only makes handlers. Import startMock from schedkit/mock/node in tests, ' +
      'or from schedkit/mock/browser in pages.',
  )
}) as never

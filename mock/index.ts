// Entry point of the mock: handlers for MSW, in Node.js and in browsers.

export { createMock } from './create-mock.js'
export * from './public.js'

/**
 * Always fails: this entry point starts nothing.
 *
 * @deprecated Import `startMock` from `schedkit/mock/node` in tests, from `schedkit/mock/browser` in pages.
 * @throws an Error that names these entry points
 */
export const startMock = (() => {
  throw new Error(
    'Failed to start a mock: schedkit/mock only makes handlers. Import startMock from schedkit/mock/node in tests, ' +
      'or from schedkit/mock/browser in pages.',
  )
}) as never

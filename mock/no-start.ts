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

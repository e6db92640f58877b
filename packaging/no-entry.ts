/* The entry point for imports of the bare package name. */

/**
 * Always throws: the package has no main entry point.
 *
 * @deprecated Import from `schedkit/mock/node` in tests, `schedkit/mock/browser` in pages, `schedkit/client`,
 * `schedkit/fixtures`, `schedkit/server` or `schedkit/conformance`.
 */
// Without these exports, the error in a page would only say that a module does not export one of them.
export const [createClient, createMock, demo, fixturesBySeed, startMock, startServer] = [] as never[]

throw new Error(
  'Failed to import schedkit: it has no main entry point. Import schedkit/mock/node in tests, schedkit/mock/browser in pages, ' +
    'or schedkit/client, schedkit/fixtures, schedkit/server or schedkit/conformance.',
)

/* What the bare name of the package leads to. */

/**
 * Always fails: the name of the package alone leads to nothing.
 *
 * @deprecated Import from `schedkit/mock/node` in tests, `schedkit/mock/browser` in pages, `schedkit/client`,
 * `schedkit/fixtures`, `schedkit/server` or `schedkit/conformance`.
 */
// Without these names, a page would only hear that a module does not export one of them.
export const [createClient, createMock, demo, fixturesBySeed, startMock, startServer] = [] as never[]

throw new Error(
  'Failed to import schedkit: it has no main entry point. Import schedkit/mock/node in tests, schedkit/mock/browser in pages, ' +
    'or schedkit/client, schedkit/fixtures, schedkit/server or schedkit/conformance.',
)

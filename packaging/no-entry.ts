/* What the bare name of the package leads to. */

throw new Error(
  'Failed to import schedkit: it has no main entry point. Import schedkit/mock/node in tests, schedkit/mock/browser in pages, ' +
    'or schedkit/client, schedkit/fixtures, schedkit/server or schedkit/conformance.',
)

export {}

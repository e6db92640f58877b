/* Replaces `schedkit/mock/node` in pages: bundlers resolve it by the condition `browser`. */

export * from './index.js'

const wrong = (what: string): Error =>
  new Error(
    `Failed to ${what}: schedkit/mock/node is for Node.js, and this is a page. Import startMock of schedkit/mock/browser.`,
  )

/** Always fails. @throws an Error that names the entry point for pages */
export function startMock(): never {
  throw wrong('start a mock')
}

/** Always fails. @throws an Error that names the entry point for pages */
export async function serveMock(): Promise<never> {
  throw wrong('serve a mock')
}

/** Always fails. @throws an Error that names the entry point for pages */
export async function mockRoutes(): Promise<never> {
  throw wrong('route requests to a mock')
}

/*
 * The only place where a mock writes to the console: a page has no other way to inform its developer.
 */

export function inform(message: string): void {
  // biome-ignore lint/suspicious/noConsole: see above
  console.info(message)
}

export function warn(message: string): void {
  // biome-ignore lint/suspicious/noConsole: see above
  console.warn(message)
}

/** Reports a bug in the mock itself. */
export function report(message: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: see above
  console.error(message, error)
}

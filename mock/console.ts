/*
 * The only place where a mock writes to the console: a page has no other way to tell its developer something.
 */

export function inform(message: string): void {
  // biome-ignore lint/suspicious/noConsole: see above
  console.info(message)
}

export function warn(message: string): void {
  // biome-ignore lint/suspicious/noConsole: see above
  console.warn(message)
}

/** Reports a defect of the mock itself. */
export function report(message: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: see above
  console.error(message, error)
}

/*
 * The one place where a mock speaks to whoever develops with it: a page has no other.
 */

/** Says what the developer should know of. */
export function warn(message: string): void {
  // biome-ignore lint/suspicious/noConsole: see above
  console.warn(message)
}

/** Reports a defect of the mock itself. */
export function report(message: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: see above
  console.error(message, error)
}

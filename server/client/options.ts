/** @throws an Error if there are no options, or one that is not known */
export function checkOptions(action: string, options: object, known: readonly string[]): void {
  if (Object(options) !== options) throw new Error(`Failed to ${action}: pass an object of options.`)
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue
    throw new Error(`Failed to ${action}: "${name}" is not an option; known: ${known.join(', ')}.`)
  }
}

/** The origin of the page; that of `about:blank` is the text `null`. */
const pageOrigin = () => (globalThis as { location?: { origin: string } }).location?.origin

/** Returns the base URL of the API, without a trailing slash. @throws an Error if it is not valid */
export function checkedUrl(action: string, option: string, text: string): string {
  // Neither a missing URL nor a host alone is a path.
  const root = /^\w/.test(text) ? undefined : pageOrigin()
  const url = URL.canParse(text, root) ? new URL(text, root) : undefined
  const fail = (reason: string) => {
    throw new Error(`Failed to ${action}: the ${option} ${reason}`)
  }
  if (url?.username || url?.password) fail('contains credentials. Pass them as options.')
  const found = JSON.stringify(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash)
    return fail(
      `${found} is not the URL of an API. Write https://api.example.com or https://example.com/api.`,
    )
  const prefix = url.pathname.replace(/\/+$/, '')
  if (prefix.endsWith('/v1')) fail(`${found} ends with /v1, which is part of every path. Leave it out.`)
  return url.origin + prefix
}

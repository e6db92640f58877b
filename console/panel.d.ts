/**
 * Shows the console at the bottom of the page, in a shadow root, until the returned function is called.
 *
 * @param service.base The base URL of the service.
 * @param service.fetch Sends requests to the service.
 */
export declare function openPanel(service: { base: string; fetch: typeof fetch }): () => void

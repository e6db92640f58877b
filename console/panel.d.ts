/**
 * Shows the console at the foot of the page, in a shadow root, until the returned function is called.
 *
 * @param service.base What the URLs of the service begin with.
 * @param service.fetch Sends requests to the service.
 */
export declare function openPanel(service: { base: string; fetch: typeof fetch }): () => void

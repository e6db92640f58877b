import { warn } from '../console.js'

/** The part of the browser's Resource Timing that is used here. */
interface Timing {
  PerformanceObserver?: new (
    heard: (list: { getEntries(): { name: string; startTime: number }[] }) => void,
  ) => { observe(options: { type: 'resource'; buffered: boolean }): void; disconnect(): void }
}

/**
 * Warns, once, of a request to the API that the page sent before the mock had started: it went to the network. This happens
 * if the page does not await `startMock`.
 *
 * @returns a function that ends the watch, which is necessary because browsers list requests only once they are complete
 */
export function warnOfEarlyRequests(baseUrl: string): () => void {
  const { PerformanceObserver } = globalThis as Timing
  if (!PerformanceObserver) return () => {}
  const started = performance.now()
  const observer = new PerformanceObserver(list => {
    const early = list
      .getEntries()
      .find(({ name, startTime }) => startTime < started && name.startsWith(`${baseUrl}/v1/`))
    if (!early) return
    observer.disconnect()
    warn(
      `schedkit: a request to ${early.name.split('?')[0]} went to the network, because it was sent before the mock had ` +
        'started. In a page, startMock returns a promise: await it before your application sends requests.',
    )
  })
  observer.observe({ type: 'resource', buffered: true })
  return () => observer.disconnect()
}

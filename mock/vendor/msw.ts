/*
 * MSW in a page. build.ts replaces this module by a bundle without MSW's cookie jar, which otherwise adds 160 kB to every
 * page, most of it the list of all public suffixes.
 */
declare const WORKER_CHECKSUM: string

export { http, passthrough } from 'msw'
export { setupWorker } from 'msw/browser'
/** By which the file of a worker is known to fit; build.ts takes it from the file. */
export const workerChecksum = WORKER_CHECKSUM

/*
 * MSW for pages. build.ts replaces this module with a bundle without MSW's cookie jar, which would add 160 kB to every page,
 * most of it the public suffix list.
 */
declare const WORKER_CHECKSUM: string

export { http, passthrough } from 'msw'
export { setupWorker } from 'msw/browser'
/** The checksum that a matching worker file contains; build.ts takes it from the file. */
export const workerChecksum = WORKER_CHECKSUM

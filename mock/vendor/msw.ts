/*
 * MSW in a page. build.ts replaces this module by a bundle, because MSW's cookie jar otherwise adds the list of all public
 * suffixes (130 kB) to every page.
 */
export { http, passthrough } from 'msw'
export { setupWorker } from 'msw/browser'

/*
 * The part of MSW that creates handlers. build.ts replaces this module with a bundle, because all of MSW takes as long to load
 * as everything else together and requires APIs that some environments lack, and MSW 2 and MSW 3 share no entry point for it.
 */
export { passthrough } from 'msw'
export { http } from 'msw/core/http'

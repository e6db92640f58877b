/*
 * The part of MSW that makes handlers. build.ts replaces this module by a bundle: all of MSW takes as long to load as everything
 * else together and needs what some environments lack, and MSW 2 and MSW 3 have no entry point for this in common.
 */
export { passthrough } from 'msw'
export { http } from 'msw/core/http'

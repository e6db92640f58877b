// Entry point of the mock: handlers for MSW, in Node.js and in browsers.

export { createMock } from './create-mock.js'
export { startMock } from './no-start.js'
export * from './public.js'

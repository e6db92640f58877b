// Entry point of the mock over HTTP.

export { type ServedMock, type ServeMockOptions, serveMock } from './serve-mock.js'

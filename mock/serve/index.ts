// Entry point of the mock over HTTP.

export {
  type World,
  type WorldExchange,
  type WorldKind,
  worldNamed,
  worlds,
} from '../../server/control/worlds/index.js'
export { operationIds } from '../../server/core/index.js'
export { recorderOf } from '../worlds.js'
export { type ServedMock, type ServeMockOptions, serveMock } from './serve-mock.js'

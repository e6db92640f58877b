// The door of the HTTP body.

export type { CorsOrigins } from './cors.js'
export { type Listener, type ListenerOptions, listen } from './listener.js'
export { createLog, type LogFormat, type RequestLog } from './log.js'

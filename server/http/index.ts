// The entry point of the HTTP host.

export type { CorsOrigins } from '../core/index.js'
export { createCorsNotice, isOfForeignPage } from './cors.js'
export type { Demo } from './docs.js'
export { withDocuments } from './documents.js'
export { type HealthOptions, isHealthPath, withHealth } from './health.js'
export type { HttpLimits } from './limits.js'
export { type Listener, type ListenerOptions, listen, type TlsKeys } from './listener.js'
export { type LogFormat, openLog, type RequestLog } from './log.js'
export { checkedUrl, defaultHost, urlHost } from './urls.js'

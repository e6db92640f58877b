// The entry point of the HTTP host.

export type { CorsOrigins } from '../core/index.js'
export { isOfForeignPage } from './cors.js'
export { createCorsNotice } from './cors-notice.js'
export type { Demo } from './docs.js'
export { withDocuments } from './documents.js'
export { type HealthOptions, isHealthPath, withHealth } from './health.js'
export type { HttpLimits } from './limits.js'
export { type ListenerOptions, listen, type TlsKeys } from './listener.js'
export { type LogFormat, openLog, type RequestLog } from './log.js'
export { checkedUrl, defaultHost, urlHost } from './urls.js'

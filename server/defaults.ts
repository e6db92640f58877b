import { sessionDefaults } from './control/session-limits.js'
import { bodyLimit, defaultLimits, defaultRequestRateLimit } from './core/limits.js'
import { defaultHttpLimits } from './http/limits.js'
import { databaseDefaults } from './storage/postgres/limits.js'

/** The defaults of `startServer`, for programs that show them. */
export const serverDefaults = {
  host: '127.0.0.1',
  uniqueNames: 'service',
  requestRateLimit: defaultRequestRateLimit,
  limits: { body: bodyLimit, ...defaultHttpLimits, ...defaultLimits },
  databaseLimits: databaseDefaults,
  sessionLimits: sessionDefaults,
} as const

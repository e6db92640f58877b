import { sessionDefaults } from './control/session-limits.js'
import { bodyLimit, defaultLimits, serviceDefaults, urlLimit } from './core/limits.js'
import { defaultHttpLimits } from './http/limits.js'
import { defaultHost } from './http/urls.js'
import { databaseDefaults } from './storage/postgres/limits.js'

/** The defaults of `startServer`, for programs that display them. */
export const serverDefaults = {
  host: defaultHost,
  ...serviceDefaults,
  limits: { body: bodyLimit, url: urlLimit, ...defaultHttpLimits, ...defaultLimits },
  databaseLimits: databaseDefaults,
  sessionLimits: sessionDefaults,
} as const

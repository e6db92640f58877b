import { randomBytes } from 'node:crypto'
import type { Ids } from './core/index.js'

/** Identifiers and secrets from the system's random numbers. */
export const randomIds: Ids = {
  user: () => `user-${randomBytes(9).toString('hex')}`,
  schedule: () => `schedule-${randomBytes(9).toString('hex')}`,
  secret: () => randomBytes(24).toString('base64url'),
}

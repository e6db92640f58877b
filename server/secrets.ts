import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Ids } from './core/index.js'

/** Identifiers and secrets from the system's random numbers. */
export const randomIds: Ids = {
  user: () => `user-${randomBytes(9).toString('hex')}`,
  schedule: () => `schedule-${randomBytes(9).toString('hex')}`,
  secret: () => randomBytes(24).toString('base64url'),
}

/** Compares digests, so that neither the length nor the beginning of the token shows in the time it takes. */
export function isToken(token: string): (text: string) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const expected = digest(token)
  return text => timingSafeEqual(digest(text), expected)
}

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Ids } from './core/index.js'

/** Identifiers and secrets from the system's random number generator. */
export const randomIds: Ids = {
  user: () => `user-${randomBytes(9).toString('hex')}`,
  schedule: () => `schedule-${randomBytes(9).toString('hex')}`,
  secret: () => randomBytes(24).toString('base64url'),
}

/** @throws {Error} if no header can carry the token of the control interface */
export function checkToken(token: string | undefined): void {
  if (token === undefined || /^[!-~]+(?: +[!-~]+)*$/.test(token)) return
  throw new Error(
    'Failed to use the control token: no request header can carry it. Use printable ASCII characters, without a space at either end.',
  )
}

/** Compares digests, so that timing reveals neither the length nor a prefix of the token. */
export function isToken(token: string): (text: string) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const expected = digest(token)
  return text => timingSafeEqual(digest(text), expected)
}

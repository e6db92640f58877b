import type { Passwords } from '../server/core/index.js'

/** A password as the mock keeps it: as it is, for nothing in a mock is worth protecting, and time is. */
export const passwordHash = (password: string): string => `$plain$${password}`

/**
 * Passwords that are compared, not hashed.
 *
 * @param key A password that is right for every account.
 */
export const createPlainPasswords = (key?: string): Passwords => ({
  hash: async password => passwordHash(password),
  verify: async (password, hash) =>
    hash !== undefined && (hash === passwordHash(password) || password === key),
  forget() {},
})

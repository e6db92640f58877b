// The entry point of passwords: hashing and verification.

export { isPasswordHash } from './hash.js'
export { createPasswords, type PasswordOptions, quickHashes } from './passwords.js'

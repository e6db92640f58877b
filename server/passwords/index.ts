// The entry point of the passwords: hashing and verifying them.

export { isPasswordHash } from './hash.js'
export { createPasswords, type PasswordOptions, quickHashes } from './passwords.js'

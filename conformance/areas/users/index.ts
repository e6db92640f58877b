import { addressChecks } from './addresses.js'
import { emailChecks } from './email.js'
import { userFieldChecks } from './fields.js'
import { passwordChecks } from './passwords.js'
import { userReadingChecks } from './reading.js'
import { userSecrecyChecks } from './secrecy.js'
import { userWritingChecks } from './writing.js'

export { users as area } from './rules.js'

export const checks = [
  ...emailChecks,
  ...addressChecks,
  ...userFieldChecks,
  ...passwordChecks,
  ...userReadingChecks,
  ...userSecrecyChecks,
  ...userWritingChecks,
]

export { userInvariants as invariants } from './secrecy.js'

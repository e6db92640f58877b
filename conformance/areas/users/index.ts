import { deletionChecks } from './deletion.js'
import { emailChecks } from './email.js'
import { userFieldChecks } from './fields.js'
import { passwordChecks } from './passwords.js'
import { userReadOnlyChecks } from './read-only.js'
import { userReadingChecks } from './reading.js'
import { userInvariants, userSecrecyChecks } from './secrecy.js'
import { userWritingChecks } from './writing.js'

export { users as area } from './rules.js'

export const checks = [
  ...deletionChecks,
  ...emailChecks,
  ...userFieldChecks,
  ...passwordChecks,
  ...userReadOnlyChecks,
  ...userReadingChecks,
  ...userSecrecyChecks,
  ...userWritingChecks,
]

export const invariants = [...userInvariants]

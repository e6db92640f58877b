import { booleanChecks } from './booleans.js'
import { colourChecks } from './colours.js'
import { linkChecks } from './links.js'
import { readOnlyMemberChecks } from './read-only-members.js'
import { textFieldChecks } from './text-fields.js'
import { timestampChecks } from './timestamps.js'
import { unsetTextChecks } from './unset-texts.js'

export const checks = [
  ...booleanChecks,
  ...colourChecks,
  ...linkChecks,
  ...readOnlyMemberChecks,
  ...textFieldChecks,
  ...timestampChecks,
  ...unsetTextChecks,
]

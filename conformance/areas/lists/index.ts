import { listCombinedChecks } from './combined.js'
import { listFieldsChecks } from './fields.js'
import { listFieldsFormChecks } from './fields-forms.js'
import { listFollowingChecks } from './following.js'
import { listIdsChecks } from './ids.js'
import { listLimitChecks } from './limits.js'
import { listLinkChecks } from './links.js'
import { listPageChecks } from './pages.js'

export { lists as area } from './rules.js'

export const checks = [
  ...listCombinedChecks,
  ...listFieldsFormChecks,
  ...listFieldsChecks,
  ...listFollowingChecks,
  ...listIdsChecks,
  ...listLimitChecks,
  ...listLinkChecks,
  ...listPageChecks,
]

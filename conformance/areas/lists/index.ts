import { fieldsChecks } from './fields.js'
import { fieldsFormChecks } from './fields-forms.js'
import { idsChecks } from './ids.js'
import { linkChecks } from './links.js'
import { pageChecks } from './pages.js'

export { lists as area } from './rules.js'

export const checks = [...pageChecks, ...linkChecks, ...idsChecks, ...fieldsChecks, ...fieldsFormChecks]

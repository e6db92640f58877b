import * as z from 'zod'
import { oneOf } from '../core/index.js'

/** Forms that the document permits beside the usual ones, to be answered in. */
export const responseVariants = z.strictObject({
  collaborator_id: oneOf(['integer', 'string']).optional(),
  profile_completed: oneOf(['boolean', 'integer']).optional(),
})

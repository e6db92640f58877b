import * as z from 'zod'
import { bodyOf } from './body.js'
import type { Collaborator } from './object-types/collaborator.js'
import { boolean, email, id, oneOf, timestamp } from './values.js'

const userRole = oneOf(['editor', 'viewer'])
/** The role of a collaborator: an editor changes resources and bookings, a viewer reads them (section 6). */
export type Role = Collaborator['user_role']

/** The collaborator object (section 2.3). */
export const collaborator = z.strictObject({
  id,
  schedule_id: z.string(),
  email,
  user_role: userRole,
  /** Present only if the address belongs to a registered user. */
  user: z.strictObject({ email: z.string(), firstname: z.string(), lastname: z.string() }).optional(),
  updated_at: timestamp,
  created_at: timestamp,
})
export type { Collaborator }

export const collaboratorCreate = bodyOf(collaborator, {
  email,
  user_role: z._default(userRole, 'viewer'),
  invite: z._default(boolean, false),
})

const change = bodyOf(collaborator, { user_role: userRole.optional() })

/** Only the role can change; other fields are allowed, including `invite` of the create request (section 4.3). */
export const collaboratorChange = { ...change, readOnly: [...change.readOnly, 'invite'] }

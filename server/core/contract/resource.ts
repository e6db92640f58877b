import * as z from 'zod'
import { bodyOf, withDefaults } from './body.js'
import { colour, commonDefaults, commonFields, filledText, id, text, timestamp } from './values.js'

const name = filledText(100)

const writable = {
  name,
  description: text(200),
  color_fg: colour,
  color_bk: colour,
  color_schedule: colour,
  ...commonFields,
}

const defaults = { ...commonDefaults, description: '', color_schedule: '#FFFFFF' }

/** The resource object (section 2.1). */
export const resource = z.strictObject({
  id,
  schedule_id: z.string(),
  ...writable,
  updated_at: timestamp,
  created_at: timestamp,
})
export type { Resource } from './object-types/resource.js'

export const resourceCreate = bodyOf(resource, withDefaults(writable, defaults))
export const resourceChange = bodyOf(resource, z.object(writable).partial().shape)

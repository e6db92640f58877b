import * as z from 'zod'
import { bodyOf, withDefaults } from './body.js'
import { boolean, colour, id, link, text, timestamp } from './values.js'

const name = text(100).refine(value => value.trim() !== '', { error: 'must not be empty or blank' })

const writable = {
  name,
  description: text(200),
  color_fg: colour,
  color_bk: colour,
  color_schedule: colour,
  text_bold: boolean,
  link,
  link_title: text(100),
  note: text(500),
  custom_1: text(200),
  custom_2: text(200),
}

const defaults = {
  description: '',
  color_fg: '#000000',
  color_bk: '#FFFFFF',
  color_schedule: '#FFFFFF',
  text_bold: false,
  link: '',
  link_title: '',
  note: '',
  custom_1: '',
  custom_2: '',
}

/** The resource object (section 2.1). */
export const resource = z.strictObject({
  id,
  schedule_id: z.string(),
  ...writable,
  updated_at: timestamp,
  created_at: timestamp,
})
export type Resource = z.infer<typeof resource>

export const resourceCreate = bodyOf(resource, withDefaults(writable, defaults))
export const resourceChange = bodyOf(resource, z.object(writable).partial().shape)

import * as z from 'zod'
import { isOfRuntime, isTimezone, timezoneNames } from '../times/timezone-names.js'
import { nearest, shown } from '../wire/wording.js'
import { bodyOf } from './body.js'
import { boolean, characters, chosenId, email, expected, integer, oneOf, text, timestamp } from './values.js'

/**
 * Suggests the time zone that was meant: by its place name, or by a similar spelling. An abbreviation such as `IST` or an
 * offset such as `GMT+1` has no similar name: the closest one is hours away.
 */
function nearestTimezone(typed: string): string | undefined {
  const place = typed.toLowerCase().replaceAll(' ', '_')
  const ofPlace = timezoneNames.find(
    name => !name.startsWith('Etc/GMT') && name.toLowerCase().split('/').at(-1) === place,
  )
  return ofPlace ?? (typed.includes('/') ? nearest(typed, timezoneNames) : undefined)
}

const isUsable = (name: string) => isTimezone(name) && isOfRuntime(name)

const timezone = z.string({ error: expected('a time zone such as "Europe/Berlin"') }).refine(isUsable, {
  error: ({ input }) => {
    if (isTimezone(String(input)))
      return `must be a time zone that the runtime of this service knows; ${shown(input)} is too new for it`
    const near = nearestTimezone(String(input))
    const hint = near === undefined ? 'for example "Europe/Berlin"' : `did you mean "${near}"?`
    return `must be a name in the tz database (case matters), not ${shown(input)}; ${hint}`
  },
})

const profileCompleted = z
  .union([z.boolean(), z.literal([0, 1])], { error: expected('true or false (or 1 or 0)') })
  .transform(Boolean)

const writable = {
  email,
  firstname: text(50),
  lastname: text(100),
  language_tag: oneOf(['en', 'de']),
  date_format: oneOf(['m/d/Y', 'm-d-Y', 'm.d.Y', 'd/m/Y', 'd-m-Y', 'd.m.Y', 'Y/m/d', 'Y-m-d', 'Y.m.d']),
  time_format: oneOf(['H:i', 'h:i A', 'h:i a']),
  timezone,
  first_day_of_week: oneOf(['monday', 'saturday', 'sunday']),
  allow_collaboration: boolean,
  profile_completed: profileCompleted,
}

/** A password of at least 6 characters (section 8). Messages never repeat it. */
export const password = z
  .string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be a string') })
  .refine(value => value.isWellFormed(), {
    error: 'contains half of a surrogate pair, which is not a character',
    abort: true,
  })
  .refine(value => characters(value) >= 6, {
    error: ({ input }) => `has ${characters(String(input))} characters; at least 6 are required`,
  })
  .refine(value => characters(value) <= 1024, { error: 'has more than 1024 characters' })
  .meta({ minLength: 6, maxLength: 1024 })

/** The user object (section 2.4). */
export const user = z.strictObject({
  id: z.string(),
  ...writable,
  collaboration_limit: integer,
  request_rate_limit: integer,
  schedules_limit: integer,
  updated_at: timestamp,
  created_at: timestamp,
})
export type { User } from './object-types/user.js'

export const userChange = bodyOf(user, {
  ...z.object(writable).partial().shape,
  new_password: password.optional(),
})

const count = integer.min(0, { error: ({ input }) => `must be 0 or more, not ${shown(input)}` })

/** The input for creating an account, outside the documented interface. */
export const newAccount = z.strictObject({
  id: chosenId.optional(),
  ...z.object(writable).partial().shape,
  email,
  password,
  collaboration_limit: count.optional(),
  request_rate_limit: count.min(1, { error: 'must be 1 or more' }).optional(),
  schedules_limit: count.optional(),
})
export type ParsedAccount = z.infer<typeof newAccount>

/** The defaults of an account. */
export const accountDefaults = {
  firstname: '',
  lastname: '',
  language_tag: 'en',
  date_format: 'Y-m-d',
  time_format: 'H:i',
  timezone: 'UTC',
  first_day_of_week: 'monday',
  allow_collaboration: true,
  profile_completed: false,
  collaboration_limit: 100,
  schedules_limit: 100,
} as const

/** Returns the case-insensitive form of an address, which is unique. */
export const emailKey = (email: string): string => email.toLowerCase()

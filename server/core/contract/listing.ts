import * as z from 'zod'
import { shown, suggest } from '../wire/wording.js'
import { time } from './values.js'

/*
 * The query parameters of sections 2.5 and 4: strings in, values out. Messages complete "<parameter> ...".
 */

const count = z
  .string()
  .regex(/^[0-9]+$/, { error: ({ input }) => `must be a whole number, 0 or more, not ${shown(input)}` })
  .transform(digits => Math.min(Number(digits), Number.MAX_SAFE_INTEGER))

const ids = z
  .string()
  .regex(/^[0-9]+(?:,[0-9]+)*$/, {
    error: ({ input }) =>
      input === ''
        ? 'is empty; list ids separated by commas, for example ids=3,5'
        : `must be ids separated by commas, for example ids=3,5, not ${shown(input)}`,
  })
  .transform(list => [...new Set(list.split(',').map(Number))])

/** `fields`: field names of the object; unknown ones are refused. */
function fields(object: z.ZodObject) {
  const names = Object.keys(object.shape)
  return z
    .string()
    .transform((list, context) => {
      const wanted = new Set(list.split(','))
      for (const name of wanted) {
        if (names.includes(name)) continue
        const message =
          name === ''
            ? `must be field names separated by commas; known: ${names.join(', ')}`
            : `names ${shown(name)}, which is not a field here; ${suggest(name, names)}`
        context.addIssue({ code: 'custom', message })
      }
      return wanted
    })
    .optional()
}

export const noQuery = z.strictObject({})

/** The query of a single read. */
export const readQuery = (object: z.ZodObject) => z.strictObject({ fields: fields(object) })

/** The page size of a list whose query has no `limit` (section 2.5). */
export const defaultLimit = 20

/** The query of a list (section 2.5). */
export const listQuery = (object: z.ZodObject) =>
  z.strictObject({
    limit: count.default(defaultLimit),
    offset: count.default(0),
    fields: fields(object),
    ids: ids.optional(),
  })

/** The query of a list of bookings, with the filters of section 4.2. */
export const bookingListQuery = (object: z.ZodObject) =>
  listQuery(object).extend({ time_min: time.optional(), time_max: time.optional() })

/** The parsed query of a list; only lists of bookings have times. */
export type ListQuery = z.infer<ReturnType<typeof bookingListQuery>>

export const bulkChangeQuery = z.strictObject({ ids: ids.optional() })

const switchOf = (name: string) =>
  z.enum(['0', '1'], {
    error: ({ input }) => `must be 1 (or 0, the default), not ${shown(input)}; write ${name}=1`,
  })

export const bulkDeleteQuery = z.strictObject({ all: switchOf('all').default('0'), ids: ids.optional() })

export const deleteMeQuery = z.strictObject({ me: z.string().optional() })

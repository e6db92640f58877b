import { rightWorlds } from '../../server/control/worlds/right.js'
import { type Handler, operationIds } from '../../server/core/index.js'
import { intercept } from '../alter/responses.js'
import { stateful } from '../server/parts.js'
import { type VariantOptions, variant } from './variant.js'

type Name = (typeof rightWorlds)[number]['name']

/** What the kit has to say about some of them, and which can't be combined. */
const options: Partial<Record<Name, VariantOptions>> = {
  'ordered-by-content': { excludes: ['newest-first'] },
  'ids-as-large-numbers': { excludes: ['bookings-numbered-by-schedule', 'bookings-numbered-high'] },
  'refusals-all-400': { excludes: ['refusals-with-200'] },
  'refusals-in-other-words': { excludes: ['refusals-as-text'] },
  'refusals-in-german': { excludes: ['refusals-as-text', 'refusals-in-other-words'] },
  'strangers-403': { excludes: ['refusals-with-200', 'refusals-all-400'] },
  'dates-to-the-minute': { excludes: ['dates-without-fractions'] },
  'colours-in-small-letters': { excludes: ['colours-in-capitals'] },
}

/** The right worlds in which clients are tested: what they may meet must be right. */
export const worldVariants = rightWorlds.map(({ name, title, begin }) =>
  variant(name, title, {
    ...options[name],
    alter: stateful(() => {
      const manner = begin()
      return intercept('everything', async ({ call, operation }, usual) => {
        const passed: Handler = async given => usual(given)
        const id = operationIds.find(known => known === operation?.id)
        return manner({ call, usual: passed, operation: id })
      })
    }),
  }),
)

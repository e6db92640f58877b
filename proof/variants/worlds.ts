import { rightWorlds } from '../../server/control/worlds/right.js'
import { type Handler, operationIds } from '../../server/core/index.js'
import { intercept } from '../alter/responses.js'
import { stateful } from '../server/parts.js'
import { type VariantOptions, variant } from './variant.js'

type Name = (typeof rightWorlds)[number]['name']

/** Warnings of the kit about some of them. */
const options: Partial<Record<Name, VariantOptions>> = {
  'refusals-with-200': { warns: ['ENV-14.refusal'] },
  'refusals-as-text': { warns: ['ENV-04', 'ENV-14.media-type'] },
  'refusals-empty': { warns: ['ENV-04'] },
  'page-count-counts-pages': { warns: ['LIST-10'] },
  'offset-past-the-end-refused': { warns: ['LIST-06'] },
  'addresses-in-small-letters': { warns: ['COL-05'] },
  'another-language': { warns: ['LIST-10', 'TIME-11'] },
  'strict-service': { warns: ['LIST-06'] },
  'end-utc-with-an-offset': { warns: ['TIME-11'] },
}

/** Groups of mutually exclusive worlds. */
const exclusive: string[][] = [
  [
    ...['another-framework', 'behind-a-gateway', 'another-language', 'refusals-with-200', 'refusals-as-text'],
    ...['refusals-empty', 'refusals-as-problems', 'refusals-in-other-words', 'refusals-in-german'],
    ...['refusals-all-400', 'names-taken-422', 'wrong-credentials-403', 'strangers-403'],
  ],
  ['newest-first', 'ordered-by-content', 'last-changed-first', 'another-database', 'another-language'],
  ['limit-refused', 'limit-capped', 'another-database', 'strict-service'],
  ['bookings-numbered-by-schedule', 'ids-as-large-numbers', 'another-database'],
  ['dates-without-fractions', 'dates-to-the-minute', 'dates-with-microseconds', 'another-language'],
  ['colours-in-capitals', 'colours-in-small-letters'],
  ['read-only-members-refused', 'unknown-members-ignored'],
]

const excludedBy = (name: Name) =>
  exclusive
    .filter(group => group.includes(name))
    .flat()
    .filter(other => other !== name)

/** The right worlds of `schedkit client`: the kit must accept the services that clients are tested with. */
export const worldVariants = rightWorlds.map(({ name, title, begin }) =>
  variant(name, title, {
    ...options[name],
    excludes: excludedBy(name),
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

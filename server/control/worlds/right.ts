import { inTurn } from './alterations.js'
import { answerWorlds } from './right-answers.js'
import { listWorlds } from './right-lists.js'
import { objectWorlds } from './right-objects.js'
import { right } from './world.js'

const alone = [...listWorlds, ...objectWorlds, ...answerWorlds] as const

/** Combines several right worlds, the first one innermost. */
const together = <const Name extends string>(
  name: Name,
  title: string,
  names: (typeof alone)[number]['name'][],
) =>
  right(
    name,
    title,
    `the interface permits each: ${names.join(', ')}`,
    inTurn(
      ...names.map(each => (alone.find(world => world.name === each) as (typeof alone)[number]).begin()),
    ),
  )

/** Services that comply with the whole document. */
export const rightWorlds = [
  ...alone,
  together('another-framework', 'answers as other frameworks do', [
    ...(['more-members', 'more-beside-data', 'dates-without-fractions', 'instants-with-fractions'] as const),
    ...(['refusals-in-other-words', 'refusals-all-400', 'creates-with-200', 'no-other-headers'] as const),
    'members-sorted',
  ]),
  together('another-database', 'has other ids, another order and other limits', [
    ...(['ids-as-large-numbers', 'newest-first', 'limit-capped', 'collaborator-id-as-string'] as const),
    ...(['profile-completed-as-number', 'colours-in-small-letters', 'texts-trimmed'] as const),
  ]),
  together('behind-a-gateway', 'answers behind a gateway', [
    ...([
      'more-headers',
      'media-type-of-its-own',
      'answers-in-ascii',
      'refusals-in-german',
      'strangers-403',
    ] as const),
    ...(['links-self-and-prev', 'links-sorted', 'pagination-has-more', 'out-of-order'] as const),
  ]),
  together('another-language', 'answers as another language would', [
    ...([
      'dates-with-microseconds',
      'end-utc-with-an-offset',
      'names-taken-422',
      'refusals-as-problems',
    ] as const),
    ...(['location-relative', 'last-changed-first', 'page-count-counts-pages', 'answers-in-ascii'] as const),
  ]),
  together('strict-service', 'refuses what it may refuse', [
    ...(['json-required', 'read-only-members-refused', 'limit-refused', 'unknown-ids-refused'] as const),
    ...(['overlaps-refused', 'empty-bookings-refused', 'backward-bookings-refused'] as const),
    ...(['all-day-refused-away-from-midnight', 'resource-with-bookings-stays'] as const),
    ...(['offset-past-the-end-refused', 'bulk-all-with-ids-refused', 'no-fields-on-me'] as const),
  ]),
] as const

import type { OperationId } from '../../server/core/index.js'
import { bookingLists } from '../alter/operation-groups.js'
import { credentialsAs, sentQueryAs } from '../alter/responses.js'
import { body, textMatching, textUpTo, timeRead } from '../alter/schemas.js'
import { type Fault, fault } from './fault.js'

type Way = readonly [id: string, operation: OperationId]

const resourceWays: readonly Way[] = [
  ['create', 'createResource'],
  ['update', 'changeResource'],
  ['bulk', 'changeResources'],
]
const bookingWays: readonly Way[] = [
  ['create', 'createBooking'],
  ['update', 'changeBooking'],
  ['bulk', 'changeBookings'],
  ['bulk-of-resource', 'changeResourceBookings'],
]

const firstLine = (text: string) => text.split('\n')[0] ?? ''

/** A pattern whose ^ and $ match at line breaks, as they always do in Ruby. */
const byLines = (pattern: RegExp) => textMatching(new RegExp(pattern.source, `${pattern.flags}m`))
const linkByLines = textUpTo(250).refine(link => link === '' || /^https?:\/\/\S+$/im.test(String(link)))
const colourByLines = byLines(/^#[\dA-F]{6}$/i)

const linkFaults = (ways: readonly Way[], kind: string, schemes: (way: string) => string, oneLine: string) =>
  ways.map(([way, operation]) =>
    fault(`${kind}-link-by-lines-${way}`, `looks for a link in any line of the text in ${operation}`, {
      breaks: {
        [schemes(way)]: /javascript:alert\(1\)\\nhttp:.* must be refused/,
        [`${oneLine}.${way}`]: /a line break within the link is accepted and kept/,
      },
      alter: body(operation, { link: linkByLines }),
    }),
  )

const colourFault = (kind: string, check: string, member: string, operation: OperationId): Fault =>
  fault(
    `${kind}-${member.replace('_', '-')}-by-lines`,
    `looks for the ${member} in any line in ${operation}`,
    {
      breaks: { [check]: new RegExp(`the ${member} "#123456\\\\nred" .* must be refused`) },
      alter: body(operation, { [member]: colourByLines }),
    },
  )

const choices = {
  language_tag: ['USER-10', /^(?:en|de)$/],
  date_format: ['USER-13', /^(?:m([/.-])d\1Y|d([/.-])m\2Y|Y([/.-])m\3d)$/],
  time_format: ['USER-15', /^(?:H:i|h:i [Aa])$/],
  timezone: [
    'USER-18',
    /^(?:UTC|Etc\/UTC|(?:A[a-z]+|Europe|Pacific|Indian|US|Canada|Brazil|Mexico|Chile)\/[A-Za-z/_]+)$/,
  ],
  first_day_of_week: ['USER-20', /^(?:monday|saturday|sunday)$/],
} as const

/** Validation by patterns that test only one line of a text. */
export const lineFaults = {
  RES: [
    ...linkFaults(resourceWays, 'resource', way => `RES-17.${way}`, 'RES-51'),
    colourFault('resource', 'RES-12.color-fg.create', 'color_fg', 'createResource'),
    colourFault('resource', 'RES-12.color-bk.update', 'color_bk', 'changeResource'),
    colourFault('resource', 'RES-12.color-schedule.bulk', 'color_schedule', 'changeResources'),
  ],
  BKG: [
    ...linkFaults(
      bookingWays,
      'booking',
      way => (way.startsWith('bulk') ? `BKG-27.link.schemes.${way}` : `BKG-14.schemes.${way}`),
      'BKG-43',
    ),
    colourFault('booking', 'BKG-11.refused.update', 'color_fg', 'changeBooking'),
    colourFault('booking', 'BKG-27.color-bk.refused.bulk', 'color_bk', 'changeBookings'),
  ],
  TIME: (
    [
      ['TIME-20.create', 'createBooking'],
      ['TIME-20.update', 'changeBooking'],
      ['TIME-20.bulk', 'changeBookings'],
      ['TIME-20.bulk-of-resource', 'changeResourceBookings'],
    ] as const
  ).map(([check, operation]) =>
    fault(
      `times-of-a-first-line-${check.slice('TIME-20.'.length)}`,
      `reads the first line of a time in ${operation}`,
      {
        breaks: Object.fromEntries(
          (check.includes('bulk') ? [check] : [`${check}-start`, `${check}-end`]).map(id => [
            id,
            /"2023-07-15T12:00:00Z\\nabc" must be refused/,
          ]),
        ),
        alter: body(operation, { start: timeRead(firstLine), end: timeRead(firstLine) }),
      },
    ),
  ),
  FILT: [
    fault('filter-of-a-first-line', 'reads the first line of time_min', {
      breaks: { 'FILT-13': /time_min=2023-01-01T00:00:00Z\nabc is silently ignored/ },
      alter: sentQueryAs(bookingLists, query => {
        const time = query.get('time_min')
        if (time !== null) query.set('time_min', firstLine(time))
      }),
    }),
  ],
  COL: [
    ...(
      [
        ['COL-10.create', 'createCollaborator'],
        ['COL-10.update', 'changeCollaborator'],
        ['COL-10.bulk', 'changeCollaborators'],
      ] as const
    ).map(([check, operation]) =>
      fault(
        `role-by-lines-${check.slice('COL-10.'.length)}`,
        `looks for a role in any line in ${operation}`,
        {
          breaks: { [check]: /"editor\\nx"/ },
          alter: body(operation, { user_role: byLines(/^(?:editor|viewer)$/) }),
        },
      ),
    ),
    fault('collaborator-email-of-two-lines', 'looks for the address of a collaborator in any line', {
      breaks: { 'COL-26': /a line break within the email is accepted and kept/ },
      alter: body('createCollaborator', { email: byLines(/^[^@\s]+@[^@\s]+$/) }),
    }),
  ],
  USER: [
    fault('email-of-two-lines', 'looks for the new address of an account in any line', {
      breaks: { 'USER-52': /an email of two lines must be refused/ },
      alter: body('changeMe', {
        email: textUpTo(200).refine(email => /^[^@\s]+@[^@\s]+$/m.test(String(email))),
      }),
    }),
    ...Object.entries(choices).map(([member, [check, form]]) =>
      fault(`${member.replaceAll('_', '-')}-by-lines`, `looks for the ${member} of an account in any line`, {
        breaks: { [check]: new RegExp(`${member} ".*\\\\nx" must be refused`) },
        touches: ['USER-17'],
        alter: body('changeMe', { [member]: byLines(form) }),
      }),
    ),
  ],
  AUTH: [
    fault('login-by-the-first-line', 'reads the first line of the address in credentials', {
      breaks: { 'AUTH-03.pattern': /a login with the address ".*\\nx" .* must be refused/ },
      alter: credentialsAs(text => text.replace(/\n[^:]*(?=:)/, '')),
    }),
  ],
}

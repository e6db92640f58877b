import { setTimeout } from 'node:timers/promises'
import { IANAZone } from 'luxon'
import { z } from 'zod'
import { ids } from '../../../conformance/check/ids.js'
import { accountDefaults } from '../../../server/core/index.js'
import {
  after,
  bodyAs,
  bodyTexts,
  ignoring,
  localDate,
  refuseIf,
  run,
  shownTo,
} from '../../alter/requests.js'
import { intercept, mapTexts, objects, partialWrite, withBody } from '../../alter/responses.js'
import { anything, body, bytes, oneOf, textMatching, textUpTo } from '../../alter/schemas.js'
import { collection } from '../../alter/stored.js'
import { all, stateful } from '../../server/parts.js'
import { fault } from '../fault.js'
import { accountFaults } from './accounts.js'

/** Any zone name that the runtime accepts, stored unchanged. */
const zoneThat = (isTaken: (zone: string) => boolean) =>
  z.string().refine(zone => IANAZone.isValidZone(zone) && /^[A-Z]/.test(zone) && isTaken(zone))

const showingNumber = (name: string) =>
  objects('user', object => ({ ...object, [name]: Number(object[name]) }))

const settings = Object.fromEntries(
  Object.entries(accountDefaults).filter(([name]) => !name.endsWith('_limit')),
)

export const userFaults = [
  ...accountFaults,
  fault('timezone-unchecked', 'accepts any text as a time zone', {
    breaks: { 'USER-18': /"Mars\/Phobos" must be refused/ },
    touches: ['USER-39'],
    alter: body('changeMe', { timezone: textUpTo(50) }),
  }),
  fault('user-half-changed', 'writes the right values of a refused update of an account', {
    breaks: { 'USER-47': /not what must be there/ },
    touches: ['USER-34'],
    alter: partialWrite('changeMe'),
  }),
  fault('profile-completed-once', 'treats profile_completed = false as absent', {
    breaks: { 'USER-23': /profile_completed/ },
    touches: ['USER-*', 'CROSS-15'],
    alter: ignoring('changeMe', false, 'profile_completed'),
  }),
  fault('timezone-sets-first-day', 'sets first_day_of_week to monday with each timezone', {
    breaks: { 'USER-28': /first_day_of_week/ },
    alter: bodyAs('changeMe', body => (body.timezone ? { first_day_of_week: 'monday', ...body } : body)),
  }),
  fault('profile-completed-by-its-names', 'takes a profile for completed as soon as it gets both names', {
    breaks: { 'USER-28': /profile_completed of the account: not what must be there/ },
    alter: bodyAs('changeMe', body =>
      body.firstname && body.lastname ? { profile_completed: true, ...body } : body,
    ),
  }),
  // Setting values that are wrongly refused or accepted (section 2.4).
  fault('firstname-51', 'accepts a firstname of 51 characters', {
    breaks: { 'USER-07': /51 characters must be refused/ },
    touches: ['USER-39'],
    alter: body('changeMe', { firstname: textUpTo(51) }),
  }),
  fault('firstname-in-bytes', 'counts the bytes of a firstname', {
    breaks: { 'USER-07.characters': /50 characters "会" must be accepted/ },
    touches: ['USER-07'],
    alter: body('changeMe', { firstname: textUpTo(50, bytes) }),
  }),
  fault('lastname-as-short', 'has one limit for firstname and lastname', {
    breaks: { 'USER-08': /100 characters must be accepted/ },
    alter: body('changeMe', { lastname: textUpTo(50) }),
  }),
  fault('lastname-101', 'accepts a lastname of 101 characters', {
    breaks: { 'USER-08': /101 characters must be refused/ },
    touches: ['USER-39'],
    alter: body('changeMe', { lastname: textUpTo(101) }),
  }),
  fault('language-english-only', 'knows English only', {
    breaks: { 'USER-09': /language_tag "de" must be accepted/ },
    touches: ['USER-10', 'USER-28', 'USER-29', 'USER-38', 'USER-39', 'TIME-23'],
    alter: body('changeMe', { language_tag: oneOf('en') }),
  }),
  fault('language-in-capitals', 'accepts EN for a language, and keeps it', {
    breaks: { 'USER-10': /was accepted and reads as "EN"/ },
    alter: body('changeMe', { language_tag: oneOf('en', 'de', 'EN') }),
  }),
  fault('first-day-in-any-letters', 'accepts Monday for a first day of the week, and keeps it', {
    breaks: { 'USER-20': /was accepted and reads as "Monday"/ },
    alter: body('changeMe', { first_day_of_week: oneOf('monday', 'saturday', 'sunday', 'Monday') }),
  }),
  fault('language-of-two-letters', 'accepts every language of two letters', {
    breaks: { 'USER-10': /language_tag "fr" must be refused/ },
    touches: ['USER-39'],
    alter: body('changeMe', { language_tag: textMatching(/^[a-z]{2}$/) }),
  }),
  fault('language-with-country', 'accepts a language with a country, and stores the language', {
    breaks: { 'USER-10': /language_tag "en-US" must be refused/ },
    touches: ['USER-*'],
    alter: body('changeMe', {
      language_tag: textMatching(/^(?:en|de)(?:-[A-Z]{2})?$/).transform(tag => String(tag).slice(0, 2)),
    }),
  }),
  fault('date-format-forgotten', 'knows eight of the nine date formats', {
    breaks: { 'USER-12': /date_format "m.d.Y" must be accepted/ },
    touches: ['USER-38'],
    alter: body('changeMe', { date_format: textMatching(/^(?:m([/-])d\1|d([-/.])m\2)Y$|^Y([-/.])m\3d$/) }),
  }),
  fault('date-format-of-any-letters', 'accepts a date format in letters of either case', {
    breaks: { 'USER-13': /date_format "Y-m-D" must be refused/ },
    touches: ['USER-39', 'USER-47'],
    alter: body('changeMe', { date_format: textMatching(/^[dmy]([-/.])[dmy]\1[dmy]$/i) }),
  }),
  fault('date-format-of-two-separators', 'accepts a date format with two different separators', {
    breaks: { 'USER-13': /date_format "m\/d-Y" must be refused/ },
    alter: body('changeMe', { date_format: textMatching(/^(?:m[-/.]d[-/.]Y|d[-/.]m[-/.]Y|Y[-/.]m[-/.]d)$/) }),
  }),
  fault('date-format-year-and-day', 'accepts a date format of year, day and month', {
    breaks: { 'USER-13': /date_format "Y\/d\/m" must be refused/ },
    alter: body('changeMe', {
      date_format: textMatching(/^(?:m([-/.])d\1Y|d([-/.])m\2Y|Y([-/.])(?:m\3d|d\3m))$/),
    }),
  }),
  fault('time-format-by-letter-case', 'treats both 12-hour formats as the same', {
    breaks: { 'USER-14': /time_format of the account/ },
    touches: ['USER-15'],
    alter: bodyTexts('changeMe', 'time_format', format => format.replace('A', 'a')),
  }),
  fault('time-format-with-seconds', 'accepts a time format with seconds', {
    breaks: { 'USER-15': /time_format "H:i:s" must be refused/ },
    alter: body('changeMe', { time_format: oneOf('H:i', 'h:i A', 'h:i a', 'H:i:s', 'h:i:s A') }),
  }),
  fault('timezone-of-two-parts', 'accepts only time zones of a continent and a city', {
    breaks: { 'USER-16': /timezone "America\/Argentina\/Buenos_Aires" must be accepted/ },
    touches: ['USER-17'],
    alter: body('changeMe', { timezone: zoneThat(zone => /^(?:UTC|[^/]+\/[^/]+)$/.test(zone)) }),
  }),
  fault('timezone-by-abbreviation', 'accepts abbreviations that are no names of time zones', {
    breaks: { 'USER-18': /timezone "CEST" must be refused/ },
    alter: body('changeMe', { timezone: z.union([zoneThat(() => true), oneOf('CEST', 'PST')]) }),
  }),
  fault('timezone-of-a-short-list', 'knows one time zone of Africa', {
    breaks: { 'USER-16.regions': /timezone Africa\/Algiers must be accepted/ },
    alter: body('changeMe', { timezone: zoneThat(zone => !/^Africa\/(?!Cairo)/.test(zone)) }),
  }),
  fault('timezone-of-the-runtime', 'knows the time zones that its runtime lists', {
    breaks: { 'USER-16': /must be accepted/, 'USER-17': /must be accepted/ },
    touches: ['USER-29', 'USER-30', 'USER-38', 'CROSS-15'],
    alter: body('changeMe', { timezone: oneOf(...Intl.supportedValuesOf('timeZone')) }),
  }),
  fault('timezone-renamed', 'keeps a time zone by the name that its runtime prefers', {
    breaks: { 'USER-17': /timezone of the account/ },
    alter: body('changeMe', {
      // V8 resolves most aliases of a zone to one name.
      timezone: zoneThat(() => true).transform(
        timeZone => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone,
      ),
    }),
  }),
  fault('timezone-without-links', 'knows no older names of time zones', {
    breaks: { 'USER-17': /timezone "[^"]+" must be accepted/ },
    alter: body('changeMe', {
      timezone: zoneThat(zone => !/^(?:US|Canada|Brazil|Chile|Mexico|Asia\/Calcutta)/.test(zone)),
    }),
  }),
  fault('week-from-saturday-never', 'lets a week begin with monday or sunday', {
    breaks: { 'USER-19': /first_day_of_week "saturday" must be accepted/ },
    touches: ['USER-20', 'USER-28', 'USER-29', 'USER-38', 'USER-39'],
    alter: body('changeMe', { first_day_of_week: oneOf('monday', 'sunday') }),
  }),
  fault('week-from-any-day', 'lets a week begin with any day', {
    breaks: { 'USER-20': /first_day_of_week "tuesday" must be refused/ },
    touches: ['USER-39'],
    alter: body('changeMe', {
      first_day_of_week: textMatching(/^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/),
    }),
  }),
  // Wrong effects of changing settings (section 4.4).
  fault('collaboration-allowed-for-ever', 'treats allow_collaboration = false as absent', {
    breaks: { 'USER-21': /allow_collaboration/, 'CROSS-16.account': /allow_collaboration/ },
    touches: ['USER-28', 'USER-29', 'USER-32'],
    alter: ignoring('changeMe', false, 'allow_collaboration'),
  }),
  fault('collaboration-as-number', 'shows allow_collaboration as 1 or 0', {
    breaks: { 'USER-21': /allow_collaboration/, 'USER-01': /allow_collaboration/ },
    touches: [
      'USER-28',
      'USER-29',
      'USER-30',
      'USER-38',
      'USER-39',
      'CROSS-15',
      'CROSS-16',
      'COL-18',
      'ENV-13',
      'BULK-02',
      'BULK-05',
      'COL-12',
      'COL-28',
      'COL-16',
      'COL-17',
      'COL-07',
      'COL-08',
      'COL-20',
      'PERM-03',
      'PERM-10',
      'PERM-11',
      'CROSS-27',
      'CROSS-36',
      'PERM-20',
      'USER-32',
      'CROSS-34',
    ],
    alter: showingNumber('allow_collaboration'),
  }),
  fault('profile-read-as-number-only', 'shows profile_completed as 1 or 0, and takes true and false only', {
    breaks: { 'USER-24': /as it was read, must be accepted/, 'CROSS-15': /must be accepted/ },
    touches: ['USER-29', 'USER-30', 'USER-38'],
    alter: all(body('changeMe', { profile_completed: z.boolean() }), showingNumber('profile_completed')),
  }),
  fault('limits-writable', 'lets everybody raise the limits of their account', {
    breaks: { 'USER-25': /collaboration_limit, request_rate_limit, schedules_limit/ },
    alter: body('changeMe', {
      collaboration_limit: z.int(),
      request_rate_limit: z.int(),
      schedules_limit: z.int(),
    }),
  }),
  fault('limits-writable-in-company', 'accepts collaboration_limit when sent with other members', {
    breaks: { 'USER-25': /collaboration_limit of the account/ },
    alter: all(
      body('changeMe', { collaboration_limit: z.int() }),
      bodyAs('changeMe', ({ collaboration_limit, ...rest }) =>
        Object.keys(rest).length > 0 ? { ...rest, collaboration_limit } : rest,
      ),
    ),
  }),
  fault('user-dates-writable', 'keeps the created_at that is sent with an account', {
    breaks: { 'USER-26': /created_at of the account/ },
    alter: body('changeMe', { created_at: anything }),
  }),
  fault('user-dates-local', 'shows the dates of an account in its time zone, with a Z', {
    breaks: { 'USER-27': /must be the time of the change/ },
    touches: ids`USER-16 USER-17 USER-18 USER-28 USER-29 USER-32.settings USER-38 USER-39 USER-47`,
    alter: shownTo('readMe', (object, { timezone }) =>
      mapTexts(object, ['created_at', 'updated_at'], date => localDate(date, timezone)),
    ),
  }),
  fault('user-created-again', 'renews created_at with every change of an account', {
    breaks: { 'USER-27': /created_at of the account after an update/ },
    touches: ['USER-*', 'CROSS-15', 'CROSS-27'],
    alter: collection('users', usual => ({
      change: (id, change, now) =>
        usual.change(id, { ...change, created_at: new Date(now).toISOString() } as typeof change, now),
    })),
  }),
  fault('put-me-replaces', 'resets members of the account that are not sent', {
    breaks: { 'USER-28': /not what must be there/, 'USER-38': /not what must be there/ },
    touches: ['USER-*', 'CROSS-16', 'CROSS-41.account'],
    alter: bodyAs('changeMe', members => ({ ...settings, ...members })),
  }),
  fault('put-me-lost', 'loses a change of an account that comes while its password is being changed', {
    breaks: { 'USER-38.together': /not what must be there/ },
    touches: ['USER-28'],
    alter: stateful(() => {
      const changing = new Set<string | undefined>()
      return intercept('changeMe', async (incoming, usual) => {
        const account = incoming.call.header('authorization')
        if (incoming.body.new_password === undefined) {
          return usual(changing.has(account) ? withBody(incoming, {}) : incoming.call)
        }
        changing.add(account)
        try {
          // Hashing a password takes most services longer than this one, which already knows it.
          await setTimeout(50)
          return await usual()
        } finally {
          changing.delete(account)
        }
      })
    }),
  }),
  fault('put-me-by-id', 'changes the account whose id is in the body', {
    breaks: { 'USER-41.id': /not what must be there/ },
    touches: ['USER-26'],
    alter: stateful(() => {
      let wanted: unknown
      return all(
        intercept('changeMe', (incoming, usual) => {
          wanted = incoming.body.id
          return usual()
        }),
        run('changeMe', async ({ rows }, usual) => {
          const other = typeof wanted === 'string' ? await rows.users.find(wanted) : undefined
          return usual(other && { user: other })
        }),
      )
    }),
  }),
  fault('put-me-first-only', 'changes the first of the members of the account that are sent', {
    breaks: { 'USER-29.all': /not what must be there/ },
    touches: ['USER-*', 'CROSS-16', 'CROSS-36', 'COL-18'],
    alter: bodyAs('changeMe', members => Object.fromEntries(Object.entries(members).slice(0, 1))),
  }),
  fault('put-me-of-nothing-new', 'refuses an update of the account that changes nothing', {
    breaks: {
      'USER-24': /as it was read, must be accepted/,
      'USER-29': /all writable members of the account as they were read must be accepted/,
      'USER-30': /email included, must be accepted/,
      'CROSS-15': /must be accepted/,
    },
    touches: ['USER-*', 'ENV-03', 'ENV-05', 'ENV-10', 'CROSS-16', 'CROSS-35'],
    alter: refuseIf('changeMe', ({ user, body }) =>
      Object.entries(body).every(([name, value]) => JSON.parse(user.json)[name] === value),
    ),
  }),
  fault('names-required', 'refuses an empty lastname, which accounts have at first', {
    breaks: { 'USER-30': /email included, must be accepted/ },
    touches: ['USER-29', 'USER-38', 'CROSS-15'],
    alter: body('changeMe', { lastname: textUpTo(100).refine(text => text !== '') }),
  }),
  fault('refused-firstname-cut', 'refuses a firstname that is too long, and has kept its beginning', {
    breaks: { 'USER-39': /firstname of the account/, 'USER-07': /firstname of the account/ },
    touches: ['USER-*'],
    alter: partialWrite('changeMe', ({ firstname }, wrong) =>
      wrong.includes('firstname') ? mapTexts({ firstname }, 'firstname', text => text.slice(0, 50)) : {},
    ),
  }),
  fault('refused-choice-reset', 'refuses a value that it does not know, and has gone back to the default', {
    breaks: { 'USER-39': /language_tag, date_format, time_format/ },
    touches: ['USER-10', 'USER-13', 'USER-18'],
    alter: partialWrite('changeMe', (_, wrong) => {
      const choices = ['language_tag', 'date_format', 'time_format', 'timezone', 'first_day_of_week']
      return Object.fromEntries(
        choices.filter(name => wrong.includes(name)).map(name => [name, settings[name]]),
      )
    }),
  }),
  fault('put-me-changes-all', 'writes a firstname into every account', {
    breaks: { 'USER-41': /firstname of the account/ },
    touches: ['USER-*', 'COL-*', 'CROSS-15', 'CROSS-41', 'AUTH-02.writes', 'PERM-*'], // checks that run at the same time read names of accounts
    alter: after('changeMe', async ({ rows, body: { firstname }, now }) => {
      if (typeof firstname !== 'string') return
      for (const { id } of await rows.users.list()) await rows.users.change(id, { firstname }, now)
    }),
  }),
]

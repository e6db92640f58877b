import { z } from 'zod'
import {
  all,
  body,
  bodyAs,
  bytes,
  collection,
  oneOf,
  partialWrite,
  port,
  queryAs,
  stateful,
  textMatching,
  textUpTo,
} from '../../alter/index.js'
import { fault } from '../fault.js'
import { accountFaults } from './accounts.js'
import { userSettingFaults } from './settings.js'

/** The zone name that V8 resolves a name to: it knows most zones under one name only. */
const asNamedByIntl = (zone: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

const isZone = (zone: string) => asNamedByIntl(zone) !== undefined && /^[A-Z]/.test(zone)

/** A zone name of the runtime, stored unchanged. */
const zoneThat = (isTaken: (zone: string) => boolean) =>
  z.string().refine(zone => isZone(zone) && isTaken(zone), { error: 'is no time zone' })

export const userFaults = [
  ...userSettingFaults,
  ...accountFaults,
  fault('password-of-5', 'accepts a new password of 5 characters', {
    breaks: { 'USER-34': /5 characters must be refused/, 'USER-35': /5 characters "é"/ },
    touches: ['ENV-05'],
    alter: body('changeMe', { new_password: textMatching(/^.{5,}$/su) }),
  }),
  fault('password-old-still-good', 'lets the password before the last change in', {
    breaks: { 'USER-36': /old password right after the change must be refused/ },
    alter: stateful(() => {
      const before = new Map<string, string>()
      return all(
        collection('users', usual => ({
          async change(id, change, now) {
            const kept = await usual.find(id)
            if (change.password_hash && kept) before.set(change.password_hash, kept.password_hash)
            await usual.change(id, change, now)
          },
        })),
        port('passwords', ({ verify }) => ({
          verify: async (password, hash = '') =>
            (await verify(password, hash)) || (before.has(hash) && verify(password, before.get(hash))),
        })),
      )
    }),
  }),
  fault('delete-me-unguarded', 'deletes an account without me=1', {
    breaks: { 'USER-42': /without me must be refused/ },
    touches: ['ENV-05'],
    alter: queryAs('deleteMe', ({ me = '1' }) => ({ me })),
  }),
  fault('delete-me-by-any-value', 'deletes an account where me has any value', {
    breaks: { 'USER-43': /me=0 must be refused/ },
    alter: queryAs('deleteMe', ({ me }) => (me === undefined ? {} : { me: '1' })),
  }),
  fault('timezone-unchecked', 'accepts any text as a time zone', {
    breaks: { 'USER-18': /"Mars\/Phobos" must be refused/ },
    touches: ['USER-39'],
    alter: body('changeMe', { timezone: textUpTo(50) }),
  }),
  fault('user-half-changed', 'writes the right values of a refused update of an account', {
    breaks: { 'USER-47': /not what must be there/ },
    alter: partialWrite('changeMe'),
  }),
  fault('activation-not-sent', 'sends no e-mail to a new address', {
    breaks: { 'USER-31.mail': /no e-mail came/ },
    touches: ['USER-32'],
    alter: port('mailer', usual => ({ send: mail => mail.kind === 'activation' || usual.send(mail) })),
  }),
  fault('profile-completed-once', 'treats profile_completed = false as absent', {
    breaks: { 'USER-23': /profile_completed/ },
    touches: ['USER-*', 'CROSS-15'],
    alter: bodyAs('changeMe', ({ profile_completed, ...rest }) => ({
      ...rest,
      ...(profile_completed !== undefined && profile_completed !== false && { profile_completed }),
    })),
  }),
  // Setting values that are wrongly refused or accepted (section 2.4).
  fault('email-of-254', 'allows an email of 254 characters, as mail systems do', {
    breaks: { 'USER-05': /201 characters must be refused/ },
    alter: body('changeMe', { email: textUpTo(254) }),
  }),
  fault('firstname-51', 'accepts a firstname of 51 characters', {
    breaks: { 'USER-07': /51 characters must be refused/ },
    touches: ['USER-39'],
    alter: body('changeMe', { firstname: textUpTo(51) }),
  }),
  fault('firstname-in-bytes', 'counts the bytes of a firstname', {
    breaks: { 'USER-07.characters': /50 characters "é" must be accepted/ },
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
  fault('language-of-two-letters', 'accepts every language of two letters', {
    breaks: { 'USER-10': /language_tag "fr" must be refused/ },
    touches: ['USER-39'],
    alter: body('changeMe', { language_tag: textMatching(/^[a-z]{2}$/) }),
  }),
  fault('language-with-country', 'accepts a language with a country, and stores the language', {
    breaks: { 'USER-10': /language_tag "en-US" must be refused/ },
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
  fault('time-format-by-letter-case', 'treats both 12-hour formats as the same', {
    breaks: { 'USER-14': /time_format of the account/ },
    touches: ['USER-15'],
    alter: body('changeMe', {
      time_format: oneOf('H:i', 'h:i A', 'h:i a').transform(format => String(format).replace('A', 'a')),
    }),
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
  fault('timezone-of-the-runtime', 'knows the time zones that its runtime lists', {
    breaks: { 'USER-16': /must be accepted/, 'USER-17': /must be accepted/ },
    touches: ['USER-29', 'USER-30', 'USER-38', 'CROSS-15'],
    alter: body('changeMe', { timezone: oneOf(...Intl.supportedValuesOf('timeZone')) }),
  }),
  fault('timezone-renamed', 'keeps a time zone by the name that its runtime prefers', {
    breaks: { 'USER-16': /timezone of the account/, 'USER-17': /timezone of the account/ },
    alter: body('changeMe', {
      timezone: zoneThat(() => true).transform(zone => asNamedByIntl(String(zone)) ?? 'UTC'),
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
      first_day_of_week: oneOf('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'),
    }),
  }),
]

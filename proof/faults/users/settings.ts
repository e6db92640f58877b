import { z } from 'zod'
import { accountDefaults } from '../../../server/core/index.js'
import {
  after,
  all,
  anything,
  body,
  bodyAs,
  collection,
  intercept,
  mapTexts,
  objects,
  refuseIf,
  shownTo,
  stateful,
  textUpTo,
  withBody,
} from '../../alter/index.js'
import { fault } from '../fault.js'

const settings = Object.fromEntries(
  Object.entries(accountDefaults).filter(([name]) => !name.endsWith('_limit')),
)

/** Wrong effects of changing account settings (sections 2.4 and 4.4). */
export const userSettingFaults = [
  fault('collaboration-allowed-for-ever', 'treats allow_collaboration = false as absent', {
    breaks: { 'USER-21': /allow_collaboration/, 'CROSS-16.account': /allow_collaboration/ },
    touches: ['USER-28', 'USER-29'],
    alter: bodyAs('changeMe', ({ allow_collaboration, ...rest }) => ({
      ...rest,
      ...(allow_collaboration === true && { allow_collaboration }),
    })),
  }),
  fault('collaboration-as-number', 'shows allow_collaboration as 1 or 0', {
    breaks: { 'USER-21': /allow_collaboration/, 'USER-01': /allow_collaboration/ },
    touches: ['USER-28', 'USER-29', 'USER-30', 'USER-38', 'USER-39', 'CROSS-15', 'CROSS-16', 'COL-18'],
    alter: objects('user', object => ({
      ...object,
      allow_collaboration: Number(object.allow_collaboration),
    })),
  }),
  fault('profile-read-as-number-only', 'shows profile_completed as 1 or 0, and takes true and false only', {
    breaks: { 'USER-24': /as it was read, must be accepted/, 'CROSS-15': /must be accepted/ },
    touches: ['USER-29', 'USER-30', 'USER-38'],
    alter: all(
      body('changeMe', { profile_completed: z.boolean() }),
      objects('user', object => ({ ...object, profile_completed: Number(object.profile_completed) })),
    ),
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
    touches: ['USER-16', 'USER-17', 'USER-18', 'USER-28', 'USER-29', 'USER-38', 'USER-39', 'USER-47'],
    alter: shownTo('readMe', (object, { timezone }) =>
      mapTexts(
        object,
        ['created_at', 'updated_at'],
        date => `${new Date(date).toLocaleString('sv', { timeZone: timezone }).replace(' ', 'T')}Z`,
      ),
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
    touches: ['USER-*', 'CROSS-16'],
    alter: bodyAs('changeMe', members => ({ ...settings, ...members })),
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
    alter: refuseIf('changeMe', ({ user, body }) => {
      const account = JSON.parse(user.json)
      return Object.entries(body).every(([name, value]) => account[name] === value)
    }),
  }),
  fault('names-required', 'refuses an empty lastname, which accounts have at first', {
    breaks: { 'USER-30': /email included, must be accepted/ },
    touches: ['USER-29', 'USER-38', 'CROSS-15'],
    alter: body('changeMe', {
      lastname: textUpTo(100).refine(text => text !== '', { error: 'is required' }),
    }),
  }),
  fault('refused-firstname-cut', 'refuses a firstname that is too long, and has kept its beginning', {
    breaks: { 'USER-39': /firstname of the account/, 'USER-07': /firstname of the account/ },
    alter: intercept('changeMe', async (incoming, usual) => {
      const answer = await usual()
      const { firstname } = incoming.body
      if (typeof firstname !== 'string' || [...firstname].length <= 50) return answer
      await usual(withBody(incoming, { firstname: [...firstname].slice(0, 50).join('') }))
      return answer
    }),
  }),
  fault('refused-choice-reset', 'refuses a value that it does not know, and has gone back to the default', {
    breaks: { 'USER-39': /language_tag, date_format, time_format/ },
    touches: ['USER-10', 'USER-13', 'USER-18'],
    alter: intercept('changeMe', async (incoming, usual) => {
      const answer = await usual()
      const { details = [] } = JSON.parse(answer.body).error ?? {}
      const wrong: string[] = details.map(({ path }: { path: string }) => path)
      const choices = ['language_tag', 'date_format', 'time_format', 'timezone', 'first_day_of_week']
      const reset = choices.filter(name => wrong.includes(name)).map(name => [name, settings[name]])
      if (reset.length > 0) await usual(withBody(incoming, Object.fromEntries(reset)))
      return answer
    }),
  }),
  fault('put-me-changes-all', 'writes a firstname into every account', {
    breaks: { 'USER-41': /firstname of the account/ },
    touches: ['USER-*', 'CROSS-15'],
    alter: after('changeMe', async ({ rows, body: { firstname }, now }) => {
      if (typeof firstname === 'string') {
        for (const { id } of await rows.users.list()) await rows.users.change(id, { firstname }, now)
      }
    }),
  }),
  fault('user-id-number', 'shows the id of an account as a number', {
    breaks: { 'USER-02': /must be a string with content/ },
    touches: ['ENV-12', 'USER-01'],
    alter: stateful(() => {
      const ids: unknown[] = []
      return objects('user', object => {
        if (!ids.includes(object.id)) ids.push(object.id)
        return { ...object, id: ids.indexOf(object.id) + 1 }
      })
    }),
  }),
  fault('user-id-by-name', 'makes the id of an account of the name of its user', {
    breaks: { 'USER-02.changed': /after firstname and lastname were changed/ },
    touches: ['USER-07', 'USER-08', 'USER-28', 'USER-29', 'USER-38', 'USER-39', 'USER-41', 'USER-47'],
    alter: objects('user', object => ({
      ...object,
      id: `${object.firstname}-${object.lastname}-${object.id}`,
    })),
  }),
  fault('user-id-of-the-tenant', 'shows everybody the id of the same account', {
    breaks: { 'USER-40': /told the same id/ },
    alter: objects('user', object => ({ ...object, id: 'user-1' })),
  }),
  fault('user-email-masked', 'shows the email of the account with stars in it', {
    breaks: {
      'USER-04': /email of the user object must be/,
      'USER-40': /email of the user object that the owner reads/,
      'AUTH-01': /email of the account that the credentials belong to/,
    },
    touches: ['USER-30', 'USER-31', 'USER-32', 'AUTH-05', 'AUTH-06', 'CROSS-35'],
    alter: objects('user', object =>
      mapTexts(object, 'email', email => email.replace(/(?<=.).+(?=@)/, '***')),
    ),
  }),
]

import {
  access,
  after,
  all,
  bodyAs,
  callAs,
  changesOf,
  collection,
  intercept,
  objects,
  port,
  rate,
  refuseIf,
  stateful,
  withQuery,
} from '../alter/index.js'
import { variant } from './variant.js'

const resourceWrites = ['createResource', ...changesOf.resource, 'deleteResource', 'deleteResources'] as const
const bookingWrites = [
  'createBooking',
  ...changesOf.booking,
  'deleteBooking',
  'deleteBookings',
  'deleteResourceBookings',
] as const

/** Choices about accounts, collaborators and rates (sections 2.3, 2.4, 5 and 8). */
export const peopleVariants = [
  variant('editors-read-only', 'lets only the owner write', {
    warns: ['PERM-17'],
    alter: access([...resourceWrites, ...bookingWrites], 'owner'),
  }),
  variant('editors-write-bookings-only', 'lets editors write bookings and nothing else', {
    warns: ['PERM-17'],
    excludes: ['editors-read-only'],
    alter: access(resourceWrites, 'owner'),
  }),
  variant('invited-only', 'accepts an address without an account only if it is invited', {
    skips: ['COL-14'],
    alter: refuseIf(
      'createCollaborator',
      async ({ rows, body }) => !body.invite && !(await rows.users.findByEmail(String(body.email))),
    ),
  }),
  variant('addresses-in-small-letters', 'keeps the addresses of collaborators in small letters', {
    warns: ['COL-05'],
    alter: bodyAs('createCollaborator', body => ({ ...body, email: String(body.email).toLowerCase() })),
  }),
  variant('login-by-letter-case', 'knows an account only by its address in the very letters', {
    alter: collection('users', usual => ({
      async findByEmail(email) {
        const account = await usual.findByEmail(email)
        return account?.email === email ? account : undefined
      },
    })),
  }),
  variant('email-at-once', 'has a new address at once, and sends an e-mail to confirm it', {
    alter: after('changeMe', async ({ body, rows, user, now }) => {
      if (typeof body.email === 'string') await rows.users.change(user.id, { email: body.email }, now)
    }),
  }),
  variant('links-of-a-proxy', 'writes links of another origin into e-mails, among others and in sentences', {
    alter: port('mailer', usual => ({
      send: ({ text, ...mail }) => {
        const sentence = 'See https://help.example.test/, or follow (https://front.example.test$1).'
        usual.send({ ...mail, text: text.replace(/https?:\/\/[^/\s]+(\S*)/g, sentence) })
      },
    })),
  }),
  variant('me-in-the-body', 'also reads me=1 from the body of a deletion of the account', {
    alter: callAs('deleteMe', incoming =>
      incoming.body.me === undefined
        ? incoming.call
        : {
            ...withQuery(
              incoming,
              new URLSearchParams({ ...Object.fromEntries(incoming.query), me: String(incoming.body.me) }),
            ),
            body: new Uint8Array(),
          },
    ),
  }),
  variant('dates-without-fractions', 'shows dates to the second, with an offset of zero', {
    alter: all(
      ...(['resource', 'booking', 'collaborator', 'user'] as const).map(kind =>
        objects(kind, object =>
          Object.fromEntries(
            Object.entries(object).map(([name, value]) => [
              name,
              /^(?:created|updated)_at$/.test(name) ? String(value).replace(/\.\d+Z$/, '+00:00') : value,
            ]),
          ),
        ),
      ),
    ),
  }),
  variant('rate-not-enforced', 'serves more requests than request_rate_limit', {
    skips: ['LIMIT-04'],
    alter: rate(usual => ({ admit: (user, _, now) => usual.admit(user, Number.POSITIVE_INFINITY, now) })),
  }),
  variant('busy-at-times', 'asks every 100th request to come again', {
    warns: ['ENV-14.refusal'],
    alter: stateful(() => {
      let count = 0
      return intercept('everything', async (_, usual) => {
        count++
        return count % 100 === 0
          ? {
              status: 503,
              headers: { 'content-type': 'application/json', 'retry-after': '0' },
              body: '{"success":false}',
            }
          : usual()
      })
    }),
  }),
  variant('password-72-bytes', 'accepts passwords of at most 72 bytes', {
    alter: refuseIf(
      'changeMe',
      ({ body }) => typeof body.new_password === 'string' && Buffer.byteLength(body.new_password) > 72,
    ),
  }),
]

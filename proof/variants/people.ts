import { setTimeout } from 'node:timers/promises'
import { type OperationId, type Repositories, UniqueViolation } from '../../server/core/index.js'
import { isTimezone } from '../../server/core/times/timezone-names.js'
import { writesOf } from '../alter/operation-groups.js'
import { access, after, type OperationRequest, refuseIf, requestAs, run, shownTo } from '../alter/requests.js'
import {
  answered,
  authorizationAs,
  callAs,
  intercept,
  mapTexts,
  objects,
  refused,
  sentBodyAs,
  withQuery,
} from '../alter/responses.js'
import {
  collection,
  endCollaborations,
  mailAs,
  port,
  rate,
  showing,
  shownAs,
  storedObject,
} from '../alter/stored.js'
import { basicAuth } from '../requests/credentials.js'
import { all, stateful } from '../server/parts.js'
import { variant } from './variant.js'

const resourceWrites = [...writesOf.resource, 'deleteResource', 'deleteResources'] as const
const bookingDeletes = ['deleteBooking', 'deleteBookings', 'deleteResourceBookings'] as const

const objectLists = ['listResources', 'listBookings', 'listResourceBookings'] as const
const objectBulk = [
  ...['changeResources', 'changeBookings', 'changeResourceBookings'],
  ...['deleteResources', 'deleteBookings', 'deleteResourceBookings'],
] as readonly OperationId[]

/** Whether the caller has a role in the schedule of the path. */
const hasRole = ({ rows, path, user }: OperationRequest) =>
  rows.schedules.membershipOf(path.scheduleId, user.id)

/** Returns repositories whose lists are empty. */
function withNothing(rows: Repositories): Repositories {
  const nothing = { list: async () => [], count: async () => 0 }
  return {
    ...rows,
    resources: { ...rows.resources, ...nothing },
    bookings: { ...rows.bookings, ...nothing },
  }
}

const allWrites = [...resourceWrites, ...writesOf.booking, ...bookingDeletes] as const

/** The address and the password in an Authorization header; empty where there are none. */
function credentialsIn(authorization = ''): [email: string, password: string] {
  const [, token = ''] = /^basic (\S+)$/i.exec(authorization) ?? []
  const [, email = '', password = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(token, 'base64').toString()) ?? []
  return [email, password]
}

/** The canonical name of a zone, as time zone libraries choose it. */
function canonicalZone(name: unknown): unknown {
  if (typeof name !== 'string' || !isTimezone(name)) return name
  if (/^(?:Etc\/)?(?:UTC|UCT|Zulu|Universal)$/.test(name)) return 'Etc/UTC'
  return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
}

/** Stores an address with capital letters as a unique lower-case one, and shows it as it was sent. */
const byLetterCase = stateful(() => {
  const kept = new Map<string, string>()
  const keep = (email: string) => {
    if (email === email.toLowerCase()) return email
    const known = [...kept].find(([, sent]) => sent === email)
    const [small] = known ?? [`case${kept.size + 1}-${email.toLowerCase()}`]
    kept.set(small, email)
    return small
  }
  const keepText = <T>(value: T) => (typeof value === 'string' ? keep(value) : value)
  const sentAs = <T>(value: T) => (typeof value === 'string' ? (kept.get(value) ?? value) : value)
  const shown = <T extends object>(object: T): T =>
    'email' in object ? { ...object, email: sentAs(object.email) } : object
  return all(
    authorizationAs('everything', sent => {
      const [email, password] = credentialsIn(sent)
      const small = keep(email)
      return small === email ? sent : basicAuth(small, password)
    }),
    ...(['changeMe', 'createCollaborator'] as const).map(which =>
      sentBodyAs(which, body => ('email' in body ? { ...body, email: keepText(body.email) } : body)),
    ),
    objects('user', shown),
    objects('collaborator', object => {
      const { user } = object
      return shown(typeof user === 'object' && user !== null ? { ...object, user: shown(user) } : object)
    }),
    mailAs(mail => ({ ...mail, to: sentAs(mail.to) })),
  )
})

/** Treats a collaborator whose account now has another address as one without an account. */
const byAddress = all(
  collection('schedules', (usual, rows) => ({
    async membershipOf(schedule_id, user_id) {
      const part = await usual.membershipOf(schedule_id, user_id)
      if (part?.collaborator_id === undefined) return part
      const { email } = await storedObject(rows.collaborators, schedule_id, part.collaborator_id)
      const account = await rows.users.find(user_id)
      return account?.email.toLowerCase() === email.toLowerCase() ? part : undefined
    },
  })),
  collection('collaborators', usual => ({
    ...showing(usual, kept => {
      const { email, user } = JSON.parse(kept.json)
      const isSame = user?.email.toLowerCase() === email.toLowerCase()
      return isSame ? kept : shownAs(kept, { user: undefined })
    }),
    async link(id, user_id) {
      try {
        await usual.link(id, user_id)
      } catch (error) {
        // The store still has the account as a collaborator of that schedule under its old address.
        if (!(error instanceof UniqueViolation)) throw error
      }
    },
  })),
)

/** Choices about accounts, collaborators and rates (sections 2.3, 2.4, 5 and 8). */
export const peopleVariants = [
  variant('editors-read-only', 'lets only the owner write', {
    alter: access(allWrites, 'owner'),
  }),
  variant('editors-write-bookings-only', 'lets editors write bookings and nothing else', {
    excludes: ['editors-read-only'],
    alter: access(resourceWrites, 'owner'),
  }),
  variant('viewers-write', 'lets viewers write what editors write', {
    excludes: ['editors-read-only', 'editors-write-bookings-only'],
    alter: access(allWrites, 'viewer'),
  }),
  variant('viewers-write-bookings', 'lets viewers write bookings and nothing else', {
    excludes: ['editors-read-only', 'viewers-write'],
    alter: access([...writesOf.booking, ...bookingDeletes], 'viewer'),
  }),
  variant('nothing-for-strangers', 'shows strangers empty lists, and does their bulk requests on nothing', {
    warns: ['PERM-15', 'PERM-19', 'RES-47'],
    alter: all(
      access([...objectLists, ...objectBulk], 'account'),
      requestAs(objectLists, async asked =>
        (await hasRole(asked)) ? {} : { rows: withNothing(asked.rows) },
      ),
      run(objectBulk, async (asked, usual) => ((await hasRole(asked)) ? usual() : answered)),
    ),
  }),
  variant('roles-without-letter-case', 'takes roles in any letter case', {
    alter: sentBodyAs(['createCollaborator', 'changeCollaborator', 'changeCollaborators'], body =>
      typeof body.user_role === 'string' ? { ...body, user_role: body.user_role.toLowerCase() } : body,
    ),
  }),
  variant('invited-only', 'accepts an address without an account only if it is invited', {
    skips: ['COL-14'],
    alter: refuseIf(
      'createCollaborator',
      async ({ rows, body }) => !body.invite && !(await rows.users.findByEmail(String(body.email))),
    ),
  }),
  variant('login-by-letter-case', 'knows an account only by its address in the very letters', {
    // A user who registers with a capital letter in the address could not log in.
    excludes: ['addresses-in-small-letters'],
    alter: collection('users', usual => ({
      async findByEmail(email) {
        const account = await usual.findByEmail(email)
        return account?.email === email ? account : undefined
      },
    })),
  }),
  variant(
    'addresses-with-letter-case',
    'takes addresses that differ in letter case for those of several people',
    {
      excludes: ['addresses-in-small-letters'],
      alter: byLetterCase,
    },
  ),
  variant('email-shown-at-once', 'shows a new address to its user before it is activated', {
    // Sending back the account as it was read then requests the new address again.
    warns: ['CROSS-35'],
    alter: stateful(() => {
      const wanted = new Map<string, string>()
      return all(
        after('changeMe', ({ user, body }) => {
          if (typeof body.email === 'string') wanted.set(user.id, body.email)
        }),
        shownTo('readMe', (object, { id }) => ({ ...object, email: wanted.get(id) ?? object.email })),
      )
    }),
  }),
  variant('closed-until-activated', 'lets an account in no more until its new address is activated', {
    excludes: ['email-shown-at-once'],
    alter: stateful(() => {
      const waiting = new Set<string>()
      return all(
        after('changeMe', ({ user, body }) => {
          if (typeof body.email === 'string' && body.email !== user.email) waiting.add(user.email)
        }),
        collection('users', usual => ({
          async change(id, values, now) {
            const kept = await usual.find(id)
            if (kept && values.email !== undefined) waiting.delete(kept.email)
            await usual.change(id, values, now)
          },
        })),
        intercept('everything', async ({ call }, usual) => {
          const [email] = credentialsIn(call.header('authorization'))
          return waiting.has(email) ? refused(401) : usual()
        }),
      )
    }),
  }),
  variant('links-of-a-proxy', 'writes links of another origin into e-mails, among others and in sentences', {
    alter: mailAs(({ text, ...mail }) => {
      const sentence = 'See https://help.example.test/, or follow (https://front.example.test$1).'
      return { ...mail, text: text.replace(/https?:\/\/[^/\s]+(\S*)/g, sentence) }
    }),
  }),
  variant(
    'cancel-link-first',
    'offers in e-mails to cancel the change of an address, before the link that does it',
    {
      alter: all(
        mailAs(({ text, ...mail }) => {
          const links =
            'If you did not ask for this, cancel it: $1/cancel/$3 Otherwise go on with $1$2$3 or see https://help.example.test/'
          return { ...mail, text: text.replace(/(https?:\/\/[^/\s]+)(\/v1\/activations\/)(\S+)/g, links) }
        }),
        parts =>
          intercept('everything', async ({ call }, usual) => {
            const [, secret] = /^\/cancel\/(\S+)$/.exec(call.target) ?? []
            if (secret === undefined) return usual()
            await parts.ports.store.write(async ({ emailChanges }) => {
              const change = await emailChanges.find(secret)
              if (change) await emailChanges.remove(change.user_id)
            })
            return { status: 200, headers: { 'content-type': 'text/plain' }, body: 'Nothing is changed.' }
          })(parts),
      ),
    },
  ),
  variant('links-with-login', 'asks for a login when a link of an e-mail is followed', {
    // Nobody could log in to follow the link.
    excludes: ['closed-until-activated'],
    alter: intercept('everything', async ({ call }, usual) => {
      if (!call.target.startsWith('/v1/activations/')) return usual()
      const login = await usual({ ...call, method: 'GET', target: '/v1/users/me' })
      if (login.status === 200) return usual()
      const { headers, ...reply } = refused(401)
      return { ...reply, headers: { ...headers, 'www-authenticate': 'Basic realm="service"' } }
    }),
  }),
  variant('closed-at-first', "has accounts whose allow_collaboration is false at first, except the owner's", {
    alter: collection('users', usual => ({
      insert: (user, now) => usual.insert({ ...user, allow_collaboration: user.id === 'user-owner' }, now),
    })),
  }),
  variant('zones-by-canonical-names', 'keeps a time zone by its canonical name', {
    warns: ['USER-17'],
    alter: sentBodyAs('changeMe', ({ timezone, ...body }) =>
      timezone === undefined ? body : { ...body, timezone: canonicalZone(timezone) },
    ),
  }),
  variant('choices-without-letter-case', 'accepts a language and a day of the week in any letter case', {
    warns: ['USER-10', 'USER-20'],
    alter: sentBodyAs('changeMe', body =>
      mapTexts(body, ['language_tag', 'first_day_of_week'], text => text.toLowerCase()),
    ),
  }),
  variant('me-in-the-body', 'also reads me=1 from the body of a deletion of the account', {
    alter: callAs('deleteMe', incoming => {
      const { call, query, body } = incoming
      if (body.me === undefined) return call
      query.set('me', String(body.me))
      return { ...withQuery(incoming, query), body: new Uint8Array() }
    }),
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
        if (++count % 100 !== 0) return usual()
        const { headers, ...reply } = refused(503)
        return { ...reply, headers: { ...headers, 'retry-after': '0' } }
      })
    }),
  }),
  variant('password-72-bytes', 'accepts passwords of at most 72 bytes', {
    alter: refuseIf(
      'changeMe',
      ({ body }) => typeof body.new_password === 'string' && Buffer.byteLength(body.new_password) > 72,
    ),
  }),
  variant('new-password-alone', 'refuses a new password beside other settings', {
    alter: refuseIf(
      'changeMe',
      ({ body }) => body.new_password !== undefined && Object.keys(body).length > 1,
    ),
  }),
  variant('same-password-refused', 'refuses the password of now as the new one', {
    alter: intercept('changeMe', async ({ call, body }, usual) => {
      const [, password] = credentialsIn(call.header('authorization'))
      return body.new_password === password ? refused(422) : usual()
    }),
  }),
  variant('used-passwords-refused', 'refuses a password that the account has had before', {
    alter: stateful(() => {
      const used = new Set<string>()
      return intercept('changeMe', async ({ call, body }, usual) => {
        const [email, password] = credentialsIn(call.header('authorization'))
        if (used.has(JSON.stringify([email, body.new_password]))) return refused(422)
        const answer = await usual()
        if (answer.status === 200 && typeof body.new_password === 'string')
          for (const each of [password, body.new_password]) used.add(JSON.stringify([email, each]))
        return answer
      })
    }),
  }),
  variant('wrong-credentials-slowly', 'takes its time to refuse credentials', {
    alter: intercept('everything', async (_, usual) => {
      const answer = await usual()
      if (answer.status === 401) await setTimeout(30)
      return answer
    }),
  }),
  variant('patch-as-put', 'does by PATCH what it does by PUT', {
    alter: callAs('everything', ({ call }) => (call.method === 'PATCH' ? { ...call, method: 'PUT' } : call)),
  }),
  variant('mails-late', 'sends e-mails some time after its answer', {
    alter: port('mailer', usual => ({
      keep(mail, rows) {
        const send = usual.keep(mail, rows)
        return () => void setTimeout(50).then(send)
      },
    })),
  }),
  variant('mails-in-html', 'sends e-mails as pages of HTML', {
    alter: mailAs(({ text, ...mail }) => {
      const escaped = text.replace(/[&<>]/g, sign => `&#${sign.charCodeAt(0)};`)
      const linked = escaped.replace(/https?:\/\/[^\s)]+/g, link => `<a href="${link}">here</a>`)
      return { ...mail, text: `<!doctype html>\n<p>${linked.replaceAll('\n\n', '</p><p>')}</p>` }
    }),
  }),
  variant('told-without-invitation', 'tells a collaborator by e-mail, whether invite is sent or not', {
    warns: ['COL-14'],
    alter: parts =>
      after('createCollaborator', ({ body, rows }) => {
        if (body.invite === true) return
        const text = 'You have access to another schedule now.'
        parts.ports.mailer.keep(
          { kind: 'notice', to: String(body.email), subject: 'A schedule', text },
          rows,
        )()
      })(parts),
  }),
  variant('collaborations-by-address', 'knows the account of a collaborator by its address of now', {
    warns: ['USER-32.collaborations'],
    alter: byAddress,
  }),
  variant('setting-ends-collaborations', 'ends collaborations when allow_collaboration is set to false', {
    warns: ['CROSS-36'],
    alter: after('changeMe', async ({ rows, user, body }) => {
      if (body.allow_collaboration === false) await endCollaborations(rows, user.id)
    }),
  }),
  variant('accounts-locked', 'locks an account after three wrong passwords in a row', {
    alter: port('passwords', ({ verify }) => {
      const wrong = new Map<string, number>()
      return {
        isProven: () => false,
        async verify(password, hash) {
          if (hash === undefined || (wrong.get(hash) ?? 0) >= 3) return false
          const isRight = await verify(password, hash)
          wrong.set(hash, isRight ? 0 : (wrong.get(hash) ?? 0) + 1)
          return isRight
        },
      }
    }),
  }),
  variant(
    'collaborator-user-counts',
    'shows a member of the user of a collaborator that differs in each read',
    {
      alter: stateful(() => {
        let reads = 0
        return objects('collaborator', ({ user, ...collaborator }) =>
          typeof user === 'object' && user !== null
            ? { ...collaborator, user: { ...user, reads: ++reads } }
            : collaborator,
        )
      }),
    },
  ),
  variant(
    'addresses-plain',
    'refuses collaborators whose address has a capital letter, or begins with neither a letter nor a digit',
    {
      alter: refuseIf('createCollaborator', ({ body: { email } }) => /[A-Z]|^[^a-z0-9]/.test(String(email))),
    },
  ),
  variant('account-changes-in-turn', 'refuses a change of an account while it is being changed', {
    alter: stateful(() => {
      const changing = new Set<string | undefined>()
      return intercept('changeMe', async ({ call }, usual) => {
        const account = call.header('authorization')
        if (changing.has(account)) return refused(409)
        changing.add(account)
        try {
          await setTimeout(5)
          return await usual()
        } finally {
          changing.delete(account)
        }
      })
    }),
  }),
  variant('collaborator-user-has-more', 'shows more of the user of a collaborator', {
    alter: objects('collaborator', ({ user, ...collaborator }) =>
      typeof user === 'object' && user !== null
        ? { ...collaborator, user: { ...user, id: 'u-1', avatar: null } }
        : collaborator,
    ),
  }),
]

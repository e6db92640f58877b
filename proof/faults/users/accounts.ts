import { z } from 'zod'
import { ids } from '../../../conformance/check/ids.js'
import { type Reply, UniqueViolation } from '../../../server/core/index.js'
import { after, bodyAs, queryAs, refuseIf, requestAs, run } from '../../alter/requests.js'
import {
  authorizationAs,
  callAs,
  credentialsAs,
  intercept,
  objects,
  objectTexts,
  refusal,
  sentBodyAs,
  success,
  withBody,
  without,
  withQuery,
} from '../../alter/responses.js'
import { body, textMatching, textUpTo } from '../../alter/schemas.js'
import { collection, mailAs, port, withBooked, withoutMails } from '../../alter/stored.js'
import { basicAuth, credentialsIn } from '../../requests/credentials.js'
import { type Alter, all, stateful } from '../../server/parts.js'
import { fault } from '../fault.js'

/** Changes how credentials are read: `split` returns the address and the password. */
const credentials = (split: (text: string) => readonly [email: string, password: string]) =>
  credentialsAs(text => split(text).join(':'))

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Changes a new password before the server reads it. */
const newPasswordAs = (change: (password: string) => string) =>
  sentBodyAs('changeMe', sent =>
    typeof sent.new_password === 'string' ? { ...sent, new_password: change(sent.new_password) } : sent,
  )

/** Accepts the previous password, either indefinitely or until `used` ends it. */
const earlierPasswords = (
  used = (_: { before: Map<string, string>; hash: string }): unknown => undefined,
): Alter =>
  stateful(() => {
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
        async verify(password, hash = '') {
          if (!(await verify(password, hash))) return before.has(hash) && verify(password, before.get(hash))
          used({ before, hash })
          return true
        },
      })),
    )
  })

/** Applies one member of an account update that is refused because of other members. */
const refusedButFor = (member: 'new_password' | 'email') =>
  intercept('changeMe', async (incoming, usual) => {
    const answer = await usual()
    const { [member]: value, ...others } = incoming.body
    if (answer.status === 422 && value !== undefined && Object.keys(others).length > 0)
      await usual(withBody(incoming, { [member]: value }))
    return answer
  })

/** Passwords, addresses and the deletion of an account (sections 2.4, 4.4 and 5). */
export const accountFaults = [
  fault('user-shows-new-password', 'shows new_password, empty', {
    breaks: { 'USER-03': /a member for one|at data\.new_password/ },
    alter: objects('user', object => ({ ...object, new_password: '' })),
  }),
  fault('update-echoes-password', 'repeats what was sent in the answer to an update of the account', {
    breaks: { 'USER-03.changed': /new_password/, 'ENV-10': /differs from what it must be/ },
    touches: ['USER-03', 'USER-41'],
    alter: success('changeMe', (answer, incoming) => ({ ...answer, ...incoming.body })),
  }),
  fault('refusal-repeats-credentials', 'repeats the credentials where it refuses them', {
    breaks: { 'USER-03.answers': /an answer holds one/ },
    alter: refusal('everything', ({ status }, incoming) => {
      if (status !== 401) return {}
      const sent = credentialsIn(incoming.call.header('authorization'))
      return { body: JSON.stringify({ success: false, error: `${sent} is wrong` }) }
    }),
  }),
  fault('password-of-7-at-least', 'refuses a new password of 6 characters', {
    breaks: { 'USER-33': /6 characters must be accepted/ },
    touches: ['USER-34', 'USER-35'],
    alter: body('changeMe', { new_password: textMatching(/^.{7,}$/su) }),
  }),
  fault('short-password-beside-others', 'ignores a short new password that comes with other members', {
    breaks: { 'USER-34.together': /5 characters with a firstname must be refused/ },
    alter: sentBodyAs('changeMe', body =>
      Object.keys(body).length > 1 && String(body.new_password ?? '123456').length < 6
        ? without(body, 'new_password')
        : body,
    ),
  }),
  fault('new-password-ignored', 'accepts a new password, and keeps the old one', {
    breaks: {
      'USER-33': /login with the new password of 6 characters must be accepted/,
      'USER-36': /login with the new password right after the change must be accepted/,
    },
    touches: ['USER-03', 'USER-34', 'USER-35', 'USER-37', 'USER-38', 'CROSS-27', 'ENV-05', 'CROSS-42'],
    alter: requestAs('changeMe', () => ({ prepared: undefined })),
  }),
  fault('password-trimmed-on-change', 'trims spaces from a new password, not from that of a login', {
    breaks: { 'USER-33.spaces': /with spaces at its ends must be accepted/ },
    alter: port('passwords', ({ hash, verify }) => ({ hash: password => hash(password.trim()), verify })),
  }),
  fault('password-beside-others-ignored', 'ignores a new password that comes with other members', {
    breaks: { 'USER-33.together': /which was accepted with a firstname, must be accepted/ },
    touches: ['USER-33'],
    alter: requestAs('changeMe', ({ body }) =>
      Object.keys(body).length > 1 ? { body: without(body, 'new_password'), prepared: undefined } : {},
    ),
  }),
  fault('settings-beside-password-ignored', 'changes nothing but the password where one comes', {
    breaks: { 'USER-33.together': /firstname that was sent with a new_password/ },
    alter: bodyAs('changeMe', ({ new_password, ...others }) =>
      new_password === undefined ? others : { new_password },
    ),
  }),
  fault('password-blank-ignored', 'accepts a new password of spaces alone, and keeps the old one', {
    breaks: { 'USER-33.spaces': /of 8 spaces must be accepted/ },
    alter: requestAs('changeMe', ({ body }) =>
      String(body.new_password ?? 'none').trim() === '' ? { prepared: undefined } : {},
    ),
  }),
  fault('password-length-trimmed', 'counts the characters of a new password without the spaces at its ends', {
    breaks: { 'USER-35.spaces': /4 of them spaces at its ends, must be accepted/ },
    alter: body('changeMe', { new_password: z.string().refine(text => [...text.trim()].length >= 6) }),
  }),
  fault('password-to-the-colon', 'reads the password of a login to the next colon', {
    breaks: { 'USER-37': /with a colon/ },
    alter: credentials(text => {
      const [email = '', password = ''] = text.split(':')
      return [email, password]
    }),
  }),
  fault('password-from-the-last-colon', 'reads the password of a login from the last colon on', {
    breaks: { 'USER-37': /with a colon/ },
    touches: ['AUTH-04'],
    alter: credentials(text => [text.slice(0, text.indexOf(':')), text.slice(text.lastIndexOf(':') + 1)]),
  }),
  fault('password-trimmed-of-colons', 'trims colons from the ends of a password in a login', {
    breaks: { 'USER-37': /with a colon/ },
    alter: credentials(text => {
      const colon = text.indexOf(':')
      return [text.slice(0, colon), text.slice(colon).replace(/^:+|:+$/g, '')]
    }),
  }),
  fault('password-percent-decoded', 'decodes the credentials of a login as it decodes a URL', {
    breaks: { 'USER-37.escapes': /a login with a new password that ends with %41.* must be accepted/ },
    alter: credentialsAs(decodeSafely),
  }),
  fault('password-plus-as-blank', 'takes a plus in the credentials of a login for a blank', {
    breaks: { 'USER-37.escapes': /a login with a new password that ends with %41.* must be accepted/ },
    alter: credentialsAs(text => text.replaceAll('+', ' ')),
  }),
  fault('password-backslash-lost', 'loses the backslashes of a new password', {
    breaks: { 'USER-37.escapes': /a login with a new password that ends with %41.* must be accepted/ },
    alter: newPasswordAs(password => password.replaceAll('\\', '')),
  }),
  fault('password-escaped-for-html', 'escapes a new password for HTML', {
    breaks: { 'USER-37.escapes': /a login with a new password that ends with %41.* must be accepted/ },
    touches: ['USER-37.base64'],
    alter: newPasswordAs(password => password.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)),
  }),
  fault('password-cut', 'stores the first 40 characters of a new password, and compares whole ones', {
    breaks: { 'USER-33.long': /a login with the new password of 90 characters must be accepted/ },
    alter: newPasswordAs(password => password.slice(0, 40)),
  }),
  fault('password-needs-a-digit', 'refuses a new password without a digit', {
    breaks: { 'USER-33.letters': /a new_password of letters with a blank between them must be accepted/ },
    alter: body('changeMe', { new_password: textMatching(/^(?=.*\d).{6,}$/su) }),
  }),
  fault('password-without-blanks', 'refuses a new password with a blank between other characters', {
    breaks: { 'USER-33.letters': /a new_password of letters with a blank between them must be accepted/ },
    alter: body('changeMe', { new_password: textMatching(/^(?!.*\S\s\S).{6,}$/su) }),
  }),
  fault('password-of-ascii', 'refuses a new password with other characters than those of ASCII', {
    breaks: { 'USER-33.accents': /a new_password with accents must be accepted/ },
    alter: body('changeMe', { new_password: textMatching(/^[ -~]{6,}$/) }),
  }),
  fault('password-in-latin-1', 'reads the credentials of a login in Latin-1, and a new password in UTF-8', {
    breaks: { 'USER-33.accents': /a login in UTF-8 with a new password with accents must be accepted/ },
    alter: credentialsAs(text => text, 'latin1'),
  }),
  fault('credentials-of-ascii', 'takes a question mark for what is not ASCII in the credentials', {
    breaks: { 'USER-33.accents': /a login in UTF-8 with a new password with accents must be accepted/ },
    alter: credentialsAs(text => text.replace(/[^ -~]/g, '?')),
  }),
  fault('password-completes-profile', 'sets profile_completed once the password was changed', {
    breaks: { 'USER-38': /profile_completed of the account/ },
    touches: ['CROSS-27'],
    alter: bodyAs('changeMe', members =>
      members.new_password === undefined ? members : { ...members, profile_completed: true },
    ),
  }),
  fault('password-resets-profile', 'sets profile_completed = false once the password was changed', {
    breaks: { 'CROSS-27': /profile_completed of the account/ },
    alter: bodyAs('changeMe', members =>
      members.new_password === undefined ? members : { ...members, profile_completed: false },
    ),
  }),
  fault('password-beside-an-email-ignored', 'ignores a new password that is sent with a new email', {
    breaks: { 'USER-33.email': /accepted with a new email, must be accepted/ },
    alter: sentBodyAs('changeMe', body => (body.email === undefined ? body : without(body, 'new_password'))),
  }),
  fault('password-of-a-refused-change', 'has set a new password before it refuses other members', {
    breaks: { 'USER-47.password': /refused for its date_format, must be accepted/ },
    alter: refusedButFor('new_password'),
  }),
  fault('email-of-a-refused-change', 'has asked a new address to be activated before it refuses others', {
    breaks: { 'USER-47.email': /number of e-mails to .* must be 0, but is 1/ },
    alter: refusedButFor('email'),
  }),
  fault('activation-without-effect', 'follows the link in the e-mail, and changes nothing', {
    breaks: { 'USER-32': /new address after its activation must be accepted/ },
    alter: collection('users', usual => ({
      change: (id, { email: _, ...rest }, now) => usual.change(id, rest, now),
    })),
  }),
  fault('activation-link-outside', 'sends a link that lacks the /v1', {
    breaks: { 'USER-32': /new address after its activation must be accepted/ },
    alter: mailAs(mail => ({ ...mail, text: mail.text.replace('/v1/activations', '/activations') })),
  }),
  fault('activation-shows-old', 'lets the new address in, and shows the old one', {
    breaks: { 'USER-32': /email of the account after the activation must be/ },
    touches: ['USER-31', 'USER-30', 'CROSS-35'],
    alter: stateful(() => {
      const first = new Map<unknown, unknown>()
      return objects('user', object => {
        if (!first.has(object.id)) first.set(object.id, object.email)
        return { ...object, email: first.get(object.id) }
      })
    }),
  }),
  fault('activation-old-still-good', 'lets the old address in after the activation of the new one', {
    breaks: { 'USER-32.old': /login with the old address after the activation/ },
    alter: collection('users', usual => {
      const former = new Map<string, string>()
      return {
        async change(id, values, now) {
          const kept = await usual.find(id)
          if (values.email && kept) former.set(kept.email.toLowerCase(), id)
          await usual.change(id, values, now)
        },
        findByEmail: async email =>
          (await usual.findByEmail(email)) ?? usual.find(former.get(email.toLowerCase()) ?? ''),
      }
    }),
  }),
  fault('activation-german-without-link', 'forgets the link in the e-mail in German', {
    breaks: { 'USER-32.german': /no link in the e-mail/ },
    alter: mailAs(mail =>
      /Konto/.test(mail.text) ? { ...mail, text: mail.text.replace(/https?:\S+/g, '') } : mail,
    ),
  }),
  fault('own-email-is-taken', 'refuses the email that the account has, as it is taken', {
    breaks: {
      'USER-30': /email included, must be accepted/,
      'CROSS-35': /the email that the account has must be accepted/,
    },
    touches: ['USER-31.letter-case'],
    alter: run('changeMe', async ({ rows, body: { email } }, usual) => {
      if (typeof email === 'string' && (await rows.users.findByEmail(email)))
        throw new UniqueViolation('user email')
      return usual()
    }),
  }),
  fault(
    'own-letter-case-is-taken',
    'refuses an account its own email in another letter case, as if it were taken',
    {
      breaks: { 'USER-31.letter-case': /in another letter case must be accepted/ },
      alter: run('changeMe', async ({ user, body: { email } }, usual) => {
        if (
          typeof email === 'string' &&
          email !== user.email &&
          email.toLowerCase() === user.email.toLowerCase()
        )
          throw new UniqueViolation('user email')
        return usual()
      }),
    },
  ),
  fault(
    'invited-address-not-activated',
    'does not activate an address that was invited to a schedule before',
    {
      breaks: { 'USER-32.invited': /new address after its activation must be accepted/ },
      alter: stateful(() => {
        let activated: string | undefined
        return all(
          collection('users', usual => ({
            async change(id, values, now) {
              activated = values.email
              await usual.change(id, values, now)
            },
          })),
          collection('collaborators', usual => ({
            async invitations(email) {
              const found = await usual.invitations(email)
              if (email === activated && found.length > 0) throw new UniqueViolation('collaborator account')
              return found
            },
          })),
        )
      }),
    },
  ),
  fault('same-email-activated', 'sends an activation e-mail for the email that the account has', {
    breaks: { 'CROSS-35': /number of e-mails/ },
    alter: run('changeMe', async ({ user, body: { email }, mail }, usual) => {
      if (email === user.email) {
        mail({ kind: 'activation', to: user.email, subject: 'Your new address', text: 'Follow the link' })
      }
      return usual()
    }),
  }),
  fault('delete-me-in-the-body', 'reads me only from the body of a deletion of the account', {
    breaks: { 'USER-44': /with me=1 must be accepted/ },
    touches: ['USER-45', 'ENV-03', 'ENV-05', 'ENV-11'],
    alter: callAs('deleteMe', incoming =>
      withQuery(incoming, new URLSearchParams(incoming.body.me === 1 ? { me: '1' } : {})),
    ),
  }),
  fault('delete-me-by-true', 'accepts me=true in a deletion of the account', {
    breaks: { 'USER-43': /me=true must be refused/, 'USER-44': /with me=1 must be accepted/ },
    touches: ['USER-45', 'ENV-03', 'ENV-05', 'ENV-11'],
    alter: callAs('deleteMe', incoming => {
      const me = incoming.query.get('me')
      return withQuery(incoming, new URLSearchParams(me === null ? {} : { me: me === 'true' ? '1' : '0' }))
    }),
  }),
  fault('deleted-account-lives', 'marks an account as deleted, and lets it in', {
    breaks: { 'USER-45': /read of the deleted account must be refused/ },
    alter: collection('users', () => ({ remove: async () => {} })),
  }),
  fault(
    'deleted-account-reads-on',
    'answers lists of resources to deleted accounts that have read them before',
    {
      breaks: { 'USER-53': /whose account is deleted must be refused/ },
      touches: ['USER-*', 'CROSS-*'],
      alter: stateful(() => {
        const known = new Map<string, Reply>()
        return intercept('listResources', async ({ call }, usual) => {
          const answer = await usual()
          const key = `${call.header('authorization')} ${call.target}`
          if (answer.status === 401) return known.get(key) ?? answer
          known.set(key, answer)
          return answer
        })
      }),
    },
  ),
  fault('delete-me-takes-collaborators', 'ends the collaborations of everybody with the deleted account', {
    breaks: { 'USER-53': /affected what it must leave alone: collaborator/ },
    touches: ['COL-21'],
    alter: run('deleteMe', async ({ rows, user, query }, usual) => {
      if (query.me !== '1') return usual()
      for (const { id: schedule_id } of await rows.schedules.list())
        if ((await rows.schedules.membershipOf(schedule_id, user.id))?.collaborator_id)
          await rows.collaborators.remove({ schedule_id })
      return usual()
    }),
  }),
  fault('delete-me-takes-bookings', 'deletes with an account the bookings that it made for others', {
    breaks: { 'USER-53': /a booking that a collaborator made whose account is deleted must be accepted/ },
    touches: ['BKG-28.answers'],
    alter: withBooked(booked =>
      after('deleteMe', async ({ rows, user }) => {
        for (const { id, schedule_id } of booked.filter(each => each.user === user.id))
          await rows.bookings.remove({ schedule_id, ids: [id] })
      }),
    ),
  }),
  fault('password-of-5', 'accepts a new password of 5 characters', {
    breaks: { 'USER-34': /5 characters must be refused/, 'USER-35': /5 characters "é"/ },
    touches: ['ENV-05'],
    alter: body('changeMe', { new_password: textMatching(/^.{5,}$/su) }),
  }),
  fault('password-old-still-good', 'lets the password before the last change in', {
    breaks: { 'USER-36': /old password right after the change must be refused/ },
    touches: ['USER-32.password', 'CROSS-42'],
    alter: earlierPasswords(),
  }),
  fault('password-old-until-the-new-one', 'lets the old password in until the new one has been used', {
    breaks: { 'USER-36': /old password right after the change must be refused/ },
    touches: ['USER-32.password', 'CROSS-42'],
    alter: earlierPasswords(({ before, hash }) => before.delete(hash)),
  }),
  fault('password-old-in-schedules', 'remembers logins of those who read resources after a new password', {
    breaks: { 'CROSS-42': /old password right after the change must be refused/ },
    alter: stateful(() => {
      const known = new Set<string>()
      const renewed = new Map<string, string>()
      return all(
        after('changeMe', ({ user, body }) => {
          if (typeof body.new_password === 'string') renewed.set(user.email, body.new_password)
        }),
        authorizationAs('readResource', (sent = '') => {
          const [email = ''] = credentialsIn(sent).split(':')
          const password = renewed.get(email)
          if (password !== undefined && known.has(sent)) return basicAuth(email, password)
          known.add(sent)
          return sent === '' ? undefined : sent
        }),
      )
    }),
  }),
  fault('user-of-deleted-account', 'shows accounts that were deleted as users of collaborators', {
    breaks: { 'USER-53': /has the user .*, whose account is deleted/ },
    alter: stateful(() => {
      const gone = new Set<unknown>()
      return all(
        after('deleteMe', ({ user }) => gone.add(user.email)),
        objects('collaborator', object =>
          gone.has(object.email)
            ? { ...object, user: { email: object.email, firstname: '', lastname: '' } }
            : object,
        ),
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
  fault('activation-not-sent', 'sends no e-mail to a new address', {
    breaks: { 'USER-31.mail': /no e-mail came/ },
    touches: ['USER-32'],
    alter: withoutMails('activation'),
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
    touches: ids`USER-07 USER-08 USER-28 USER-29 USER-32 USER-38 USER-39 USER-41 USER-47`,
    alter: objects('user', object => ({
      ...object,
      id: `${object.firstname}-${object.lastname}-${object.id}`,
    })),
  }),
  fault('user-id-of-the-tenant', 'shows everybody the id of the same account', {
    breaks: { 'USER-40': /get the same id/ },
    touches: ['USER-32'],
    alter: objects('user', object => ({ ...object, id: 'user-1' })),
  }),
  fault('user-email-masked', 'shows the email of the account with stars in it', {
    breaks: {
      'USER-04': /email of the user object must be/,
      'USER-40': /email of the user object that the owner reads/,
      'AUTH-01': /email of the account that the credentials belong to/,
    },
    touches: ['USER-30', 'USER-31', 'USER-32', 'AUTH-05', 'AUTH-06', 'CROSS-35'],
    alter: objectTexts('user', 'email', email => email.replace(/(?<=.).+(?=@)/, '***')),
  }),
  fault('email-of-254', 'allows an email of 254 characters, as mail systems do', {
    breaks: { 'USER-05': /201 characters must be refused/ },
    touches: ['USER-52'],
    alter: body('changeMe', { email: textUpTo(254) }),
  }),
  fault('email-of-100', 'refuses a new address of more than 100 characters', {
    breaks: { 'USER-05.long': /an email of 150 characters must be accepted/ },
    alter: refuseIf('changeMe', ({ body: { email } }) => typeof email === 'string' && email.length > 100),
  }),
]

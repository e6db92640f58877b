import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { accountDefaults, type User } from '../contract/user.js'
import { activationMail, changedMail, changeRequestedMail, type Invitation, invitationMail } from './texts.js'

const ada: User = {
  ...accountDefaults,
  id: 'user-1',
  email: 'ada@example.test',
  firstname: 'Ada',
  lastname: 'Lovelace',
  request_rate_limit: 100,
  updated_at: '2023-01-01T00:00:00Z',
  created_at: '2023-01-01T00:00:00Z',
}
const link = 'https://example.test/v1/activations/SECRET'

const invitation: Invitation = {
  email: 'guest@example.test',
  role: 'viewer',
  scheduleId: 'first',
  collaboratorId: 7,
  location: 'https://example.test/v1/schedules/first/collaborators/7',
  owner: ada,
  registered: false,
  language: 'en',
}

test('an activation mail contains both addresses, the link, and how long it is valid', () => {
  const mail = activationMail(ada, 'new@example.test', link)

  assert.equal(mail, {
    kind: 'activation',
    to: 'new@example.test',
    link,
    subject: 'Please confirm your new e-mail address',
    text: `Hello Ada Lovelace,

you asked to use this address for your account, in place of ada@example.test.
Follow this link within 24 hours to confirm it:

${link}

Until then the old address stays in use. If you did not ask for this, do nothing.
`,
  })
})

test('given a user whose language is German, then an activation mail is in German', () => {
  const mail = activationMail({ ...ada, language_tag: 'de' }, 'new@example.test', link)

  assert.equal(mail, {
    kind: 'activation',
    to: 'new@example.test',
    link,
    subject: 'Bitte bestätigen Sie Ihre neue E-Mail-Adresse',
    text: `Guten Tag Ada Lovelace,

Sie möchten diese Adresse für Ihr Konto verwenden, anstelle von ada@example.test.
Bestätigen Sie das innerhalb von 24 Stunden mit diesem Link:

${link}

Bis dahin gilt die bisherige Adresse. Wenn Sie das nicht veranlasst haben, ist nichts zu tun.
`,
  })
})

for (const [language_tag, cancel, contact] of [
  ['en', /change your password now: that cancels the change/, /contact the operator/],
  ['de', /ändern Sie jetzt Ihr Passwort/, /Betreiber/],
] as const) {
  test(`the notices to an old address, in ${language_tag}, say what happens to it and what to do`, () => {
    const user = { ...ada, language_tag }

    const requested = changeRequestedMail(user, 'new@example.test')
    const changed = changedMail(user, 'new@example.test')

    for (const mail of [requested, changed]) {
      assert.equal([mail.kind, mail.to, mail.link], ['notice', 'ada@example.test', undefined])
      assert.match(mail.text, 'new@example.test')
    }
    assert.match(requested.text, cancel)
    assert.match(changed.text, contact)
  })
}

test('an invitation contains the schedule, the role, and how to end the collaboration', () => {
  assert.equal(invitationMail(invitation), {
    kind: 'invitation',
    to: 'guest@example.test',
    subject: 'Ada Lovelace invites you to a schedule',
    text: `Hello,

Ada Lovelace (ada@example.test) has added you to the schedule "first" as a viewer.
You have access as soon as you have an account with this address that allows collaboration.

Your collaborator number is 7. You can end the collaboration at any time:
DELETE https://example.test/v1/schedules/first/collaborators/7
`,
  })
})

test('given German, an invitation is in German', () => {
  assert.equal(invitationMail({ ...invitation, language: 'de' }), {
    kind: 'invitation',
    to: 'guest@example.test',
    subject: 'Ada Lovelace lädt Sie zu einem Zeitplan ein',
    text: `Guten Tag,

Ada Lovelace (ada@example.test) hat Sie im Zeitplan "first" als Betrachter eingetragen.
Sie haben Zugang, sobald Sie ein Konto mit dieser Adresse haben, das Zusammenarbeit erlaubt.

Ihre Mitarbeiternummer ist 7. Sie können die Zusammenarbeit jederzeit beenden:
DELETE https://example.test/v1/schedules/first/collaborators/7
`,
  })
})

test('given an editor with an account, then the invitation says so in both languages', () => {
  const editor = { ...invitation, role: 'editor', registered: true } as const

  assert.match(invitationMail(editor).text, 'as an editor.\nYou have access at once.\n')
  assert.match(
    invitationMail({ ...editor, language: 'de' }).text,
    'als Bearbeiter eingetragen.\nSie haben ab sofort Zugang.\n',
  )
})

const names: readonly (readonly [firstname: string, lastname: string, shown: string])[] = [
  ['Ada', '', 'Ada'],
  ['', 'Lovelace', 'Lovelace'],
  ['', '', 'ada@example.test'],
  [' ', '\t', 'ada@example.test'],
  ['Ada  B.', ' Lovelace ', 'Ada B. Lovelace'],
  ['Ada\r\nBcc: all@example.test', 'X\u0085Y\0', 'Ada Bcc: all@example.test X Y'],
]

for (const [firstname, lastname, shown] of names) {
  test(`given the names ${JSON.stringify([firstname, lastname])}, then an e-mail shows them on one line`, () => {
    const owner = { ...ada, firstname, lastname }

    assert.is(invitationMail({ ...invitation, owner }).subject, `${shown} invites you to a schedule`)
    assert.is(activationMail(owner, 'new@example.test', link).text.split('\n')[0], `Hello ${shown},`)
  })
}

test.run()

import type { User } from '../contract/user.js'
import type { Mail } from '../ports.js'

/*
 * The e-mails of section 6, and notices to the old address of an account, in the languages that a user can choose.
 */

type Language = User['language_tag']

/** The name on a single line, because subjects contain it; without a name, the address. */
const nameOf = ({ firstname, lastname, email }: Pick<User, 'firstname' | 'lastname' | 'email'>) =>
  `${firstname} ${lastname}`.replace(/[\s\p{Cc}]+/gu, ' ').trim() || email

/** Sent to a new address, with the link that confirms it (section 2.4). */
export function activationMail(user: User, email: string, link: string): Mail {
  const texts: Record<Language, { subject: string; text: string }> = {
    en: {
      subject: 'Please confirm your new e-mail address',
      text: `Hello ${nameOf(user)},

you asked to use this address for your account, in place of ${user.email}.
Follow this link within 24 hours to confirm it:

${link}

Until then the old address stays in use. If you did not ask for this, do nothing.
`,
    },
    de: {
      subject: 'Bitte bestätigen Sie Ihre neue E-Mail-Adresse',
      text: `Guten Tag ${nameOf(user)},

Sie möchten diese Adresse für Ihr Konto verwenden, anstelle von ${user.email}.
Bestätigen Sie das innerhalb von 24 Stunden mit diesem Link:

${link}

Bis dahin gilt die bisherige Adresse. Wenn Sie das nicht veranlasst haben, ist nichts zu tun.
`,
    },
  }
  return { kind: 'activation', to: email, link, ...texts[user.language_tag] }
}

/** Sent to the current address when a change was requested. */
export function changeRequestedMail(user: User, email: string): Mail {
  const texts: Record<Language, { subject: string; text: string }> = {
    en: {
      subject: 'A change of your e-mail address was requested',
      text: `Hello ${nameOf(user)},

someone who knows your password asked to use ${email} for your account, in place of this address.
The address changes once the link in an e-mail to ${email} is followed.

If this was not you, change your password now: that cancels the change.
`,
    },
    de: {
      subject: 'Ihre E-Mail-Adresse soll geändert werden',
      text: `Guten Tag ${nameOf(user)},

jemand, der Ihr Passwort kennt, möchte ${email} für Ihr Konto verwenden, anstelle dieser Adresse.
Die Adresse ändert sich, sobald der Link in einer E-Mail an ${email} geöffnet wird.

Wenn Sie das nicht waren, ändern Sie jetzt Ihr Passwort: Damit wird die Änderung abgebrochen.
`,
    },
  }
  return { kind: 'notice', to: user.email, ...texts[user.language_tag] }
}

/** Sent to the old address when a new one was activated. */
export function changedMail(before: User, email: string): Mail {
  const texts: Record<Language, { subject: string; text: string }> = {
    en: {
      subject: 'Your e-mail address has changed',
      text: `Hello ${nameOf(before)},

your account now uses ${email}, in place of this address. Log in with the new address from now on.

If this was not you, someone else knows your password: contact the operator of the service.
`,
    },
    de: {
      subject: 'Ihre E-Mail-Adresse wurde geändert',
      text: `Guten Tag ${nameOf(before)},

Ihr Konto verwendet jetzt ${email} anstelle dieser Adresse. Melden Sie sich von nun an mit der neuen Adresse an.

Wenn Sie das nicht waren, kennt jemand anderes Ihr Passwort: Wenden Sie sich an den Betreiber des Dienstes.
`,
    },
  }
  return { kind: 'notice', to: before.email, ...texts[before.language_tag] }
}

/** The content of an invitation, with the ids needed to find the schedule and to end the collaboration. */
export interface Invitation {
  email: string
  role: 'editor' | 'viewer'
  scheduleId: string
  collaboratorId: number
  /** The URL of the collaborator object. */
  location: string
  owner: User
  /** Whether the address already belongs to an account. */
  registered: boolean
  language: Language
}

/** Sent to someone who was added as a collaborator with `invite` (section 2.3). */
export function invitationMail(invitation: Invitation): Mail {
  const { email, scheduleId, collaboratorId, location, registered, language, role } = invitation
  const owner = nameOf(invitation.owner)
  const texts: Record<Language, { subject: string; text: string }> = {
    en: {
      subject: `${owner} invites you to a schedule`,
      text: `Hello,

${owner} (${invitation.owner.email}) has added you to the schedule "${scheduleId}" as ${role === 'editor' ? 'an editor' : 'a viewer'}.
${registered ? 'You have access at once.' : 'You have access as soon as you have an account with this address that allows collaboration.'}

Your collaborator number is ${collaboratorId}. You can end the collaboration at any time:
DELETE ${location}
`,
    },
    de: {
      subject: `${owner} lädt Sie zu einem Zeitplan ein`,
      text: `Guten Tag,

${owner} (${invitation.owner.email}) hat Sie im Zeitplan "${scheduleId}" als ${role === 'editor' ? 'Bearbeiter' : 'Betrachter'} eingetragen.
${registered ? 'Sie haben ab sofort Zugang.' : 'Sie haben Zugang, sobald Sie ein Konto mit dieser Adresse haben, das Zusammenarbeit erlaubt.'}

Ihre Mitarbeiternummer ist ${collaboratorId}. Sie können die Zusammenarbeit jederzeit beenden:
DELETE ${location}
`,
    },
  }
  return { kind: 'invitation', to: email, ...texts[language] }
}

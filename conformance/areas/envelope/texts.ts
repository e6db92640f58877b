import { accepted, type Check, check, has, isObject, type JsonObject, me } from '../../runner/index.js'
import { answeredId } from '../created.js'
import { each, ids } from '../ids.js'
import { type Kind, membersOf, userMembers } from '../members.js'

/** Texts that careless implementations escape, truncate or replace. */
const texts = {
  quotes: `"double" and 'single' and \`back\``,
  backslashes: String.raw`C:\temp\new \u0041 \\ \"`,
  html: '<b>&amp;</b> <script>alert(1)</script> a < b & c > d',
  accents: 'Ärger à Málaga, Ñandú, Łódź, Ægir, ß',
  cjk: '会議室 회의실 予約',
  emoji: '📅 rocket 🚀 family 👩‍👩‍👧 flag 🇩🇪',
} as const

const members = {
  resource: ['description', 'link_title', 'note', 'custom_1', 'custom_2'],
  booking: ['title', 'link_title', 'note', 'custom_1', 'custom_2'],
} as const

const filled = (kind: 'resource' | 'booking', text: string): JsonObject =>
  Object.fromEntries(members[kind].map(member => [member, text]))

const extraOf = (kind: Kind | 'user', object: JsonObject) =>
  Object.keys(object).filter(member => !Object.hasOwn(membersOf[kind], member))

/** Text comes back as it was sent; members beyond the document are reported. */
export const envelopeTextChecks: readonly Check[] = [
  ...each(
    ids`ENV-16.quotes ENV-16.backslashes ENV-16.html ENV-16.accents ENV-16.cjk ENV-16.emoji`,
    texts,
    (id, text, what) =>
      check(
        id,
        `text with ${what} comes back from a resource and a booking exactly as it was sent`,
        async ({ owner, given, schedule, name, slot }) => {
          const named = { ...filled('resource', text), name: `${text} ${name()}` }
          const plain = await given.resource()

          const created = await owner.post(schedule.resources, named)
          const renamed = { ...filled('resource', text), name: `${text} ${name()}` }
          const changed = await owner.put(plain.path, renamed)
          const booking = { ...filled('booking', text), resource_id: plain.id, ...slot() }
          const booked = await owner.post(schedule.bookings, booking)
          const other = await given.booking(plain)
          const retitled = await owner.put(other.path, filled('booking', text))

          accepted(created)
          const resourcePath = `${schedule.resources}/${answeredId(created)}`
          has(await owner.read(resourcePath), named, 'the resource created with that text', created)
          accepted(changed)
          has(await owner.read(plain.path), renamed, 'the resource changed to that text', changed)
          accepted(booked)
          const bookingPath = `${schedule.bookings}/${answeredId(booked)}`
          has(
            await owner.read(bookingPath),
            filled('booking', text),
            'the booking created with that text',
            booked,
          )
          accepted(retitled)
          has(
            await owner.read(other.path),
            filled('booking', text),
            'the booking changed to that text',
            retitled,
          )
        },
      ),
  ),

  check(
    'ENV-17',
    'full reads may show members that the document does not name',
    { danger: 'own' },
    async ({ owner, given, observe }) => {
      const resource = await given.resource()
      const booking = await given.booking(resource)
      const someone = await given.collaborator()
      const user = await owner.read(me)

      for (const { kind, was } of [resource, booking, someone]) {
        const extra = extraOf(kind, was)
        observe(
          extra.length > 0
            ? `a ${kind} has members beyond the document: ${extra.join(', ')}`
            : `a ${kind} has only members of the document`,
        )
      }
      const extra = extraOf('user', user)
      observe(
        extra.length > 0
          ? `the user has members beyond the document: ${extra.join(', ')}`
          : `the user has only members of the document, ${Object.keys(userMembers).length} of them`,
      )
    },
  ),

  check(
    'ENV-17.collaborator-user',
    'the user of a collaborator may show members that the document does not name',
    { needs: ['editor'] },
    async ({ owner, editor, schedule, observe, skip }) => {
      const all = await owner.all(schedule.collaborators)
      const own = all.find(({ email }) => String(email).toLowerCase() === editor.email.toLowerCase())
      const user = own?.user
      if (!isObject(user)) return skip('the editor is not shown with a member user')

      const extra = Object.keys(user).filter(member => !['email', 'firstname', 'lastname'].includes(member))

      observe(
        extra.length > 0
          ? `the user of a collaborator has members beyond the document: ${extra.join(', ')}`
          : 'the user of a collaborator has only members of the document',
      )
    },
  ),
]

import { membersOf, personMembers } from '../../catalogue/members.js'
import { accepted, createdId, has, same } from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import { each, ids, rows } from '../../check/ids.js'
import { isObject, type JsonObject } from '../../http/json.js'
import { me } from '../../http/paths.js'
import { eachWrite } from '../written-members.js'

/** Texts that careless implementations escape, truncate or replace. */
const texts = {
  quotes: `"a" and 'b' and \`c\`, “d” and ‘e’`,
  // With a URL escape and two blanks.
  backslashes: String.raw`C:\temp\new \u0041 \\ \"  50%25`,
  html: '<b>&amp;</b> <script>alert(1)</script> a < b & c > d',
  accents: 'Ärger à Málaga, Ñandú, Łódź, «\u00a0Ægir\u00a0», ß',
  cjk: '会議室 회의실 予約',
  decomposed: 'A\u0308rger a\u0300 Ma\u0301laga, N\u0303andu\u0301',
  emoji: '📅 rocket 🚀 family 👩‍👩‍👧 flag 🇩🇪 heart ❤\ufe0f',
} as const

/** Samples of all of these, short enough for every member. */
const mixed = String.raw`"A" 'b' C:\n \u0041 <b>&amp;</b> a < b & c Ä 会 👩‍👧`

/**
 * A text for a note, which may have several lines: with template placeholders, a blank at the end of a line and a line
 * separator.
 */
const lines = `${mixed}\n\tindented \n{name} {{x}} a\u2028b`

/** Texts that careless implementations convert to another value, and what they are changed to. */
const lookalikes = [
  { link_title: 'null', note: '2031-05-06T07:08:09Z', custom_1: '2031-05-06', custom_2: '0012' },
  { link_title: 'true', note: 'null', custom_1: 'null', custom_2: '1e3' },
] as const

const resourceText = (text: string) => ({ ...bookingText(text), description: text })
const bookingText = (text: string) => ({ link_title: text, note: text, custom_1: text, custom_2: text })

/** Describes the members of an object that the document does not name, if any. */
function beyond(what: string, object: JsonObject, documented: readonly string[]): string {
  const extra = Object.keys(object).filter(member => !documented.includes(member))
  return extra.length > 0
    ? `${what} has members beyond the document: ${extra.join(', ')}`
    : `${what} has only members of the document`
}

/** Texts must come back as they were sent; members beyond the document are reported. */
export const envelopeTextChecks: readonly Check[] = [
  ...each(
    ids`
      ENV-16.quotes ENV-16.backslashes ENV-16.html ENV-16.accents ENV-16.cjk ENV-16.decomposed ENV-16.emoji`,
    texts,
    (id, text, what) =>
      check(
        id,
        `text with ${what} comes back from a resource and a booking exactly as it was sent`,
        async ({ owner, given, schedule, name, slot }) => {
          const plain = await given.resource()
          const other = await given.booking(plain)
          const named = { ...resourceText(text), name: `${text} ${name()}` }
          const renamed = { ...resourceText(text), name: `${text} ${name()}` }
          const titled = { ...bookingText(text), title: text }

          const created = await owner.post(schedule.resources, named)
          const changed = await owner.put(plain.path, renamed)
          const booking = { ...titled, resource_id: plain.id, ...slot() }
          const booked = await owner.post(schedule.bookings, booking)
          const retitled = await owner.put(other.path, titled)

          const resource = await owner.read(`${schedule.resources}/${createdId(created)}`)
          has(resource, named, 'the resource created with that text', created)
          accepted(changed)
          has(await owner.read(plain.path), renamed, 'the resource changed to that text', changed)
          const read = await owner.read(`${schedule.bookings}/${createdId(booked)}`)
          has(read, titled, 'the booking created with that text', booked)
          accepted(retitled)
          has(await owner.read(other.path), titled, 'the booking changed to that text', retitled)
        },
      ),
  ),

  ...eachWrite(
    'resource',
    ids`ENV-16.resource.create ENV-16.resource.update ENV-16.resource.bulk`,
    'each text comes back exactly as it was sent',
    { count: 1 },
    async (writer, { name }) => {
      await writer.keeps({
        members: { ...resourceText(mixed), note: lines, name: `${mixed} ${name()}` },
        words: 'any text',
      })
    },
  ),

  ...eachWrite(
    'booking',
    ids`
      ENV-16.booking.create ENV-16.booking.update
      ENV-16.booking.bulk ENV-16.booking.bulk-of-resource`,
    'each text comes back exactly as it was sent',
    async writer => {
      await writer.keeps({ members: { ...bookingText(mixed), note: lines, title: mixed }, words: 'any text' })
    },
  ),

  check(
    'ENV-16.lookalikes',
    'a text that looks like null, true, a number or a time comes back exactly as it was sent',
    async ({ owner, given }) => {
      for (const kind of ['resource', 'booking'] as const) {
        const made = await given.one(kind)
        for (const members of lookalikes) {
          const reply = await owner.put(made.path, members)
          accepted(reply)
          has(await owner.read(made.path), members, `the ${kind}`, reply)
        }
      }
    },
  ),

  check(
    'ENV-16.escapes',
    'escapes in a JSON text are read as the characters that they stand for',
    { level: 'must' },
    async ({ owner, given }) => {
      const made = await given.resource()
      const text = String.raw`{"description": "\u0041rm\u00e9e \/ \u4f1a"}`

      const reply = await owner.send('PUT', made.path, { text })

      accepted(reply, `a PUT of ${text}`)
      has(
        await owner.read(made.path),
        { description: 'Armée / 会' },
        `the resource after a PUT of ${text}`,
        reply,
      )
    },
  ),

  check(
    'ENV-16.line-ends',
    'a note whose lines end with CR and LF comes back with as many lines',
    async ({ owner, given, observe }) => {
      for (const kind of ['resource', 'booking'] as const) {
        const made = await given.one(kind)

        const reply = await owner.put(made.path, { note: 'one\r\ntwo\r\n\r\nfour' })

        if (!reply.ok) observe(`a note of a ${kind} whose lines end with CR and LF is refused`, reply)
        else {
          const read = String((await owner.read(made.path)).note).split(/\r\n|\n|\r/)
          same(read, ['one', 'two', '', 'four'], `the lines of the note of a ${kind}`, reply)
        }
      }
    },
  ),

  check(
    'ENV-16.account',
    'each name of an account comes back exactly as it was sent',
    { needs: ['stranger'], changes: ['stranger'], danger: 'acct' },
    async ({ stranger, settings }) => {
      const names = { firstname: `${mixed.slice(0, 40)} ABC`, lastname: mixed }
      await settings(stranger, { firstname: 'Something', lastname: 'Something' })

      const reply = await stranger.put(me, names)

      accepted(reply, 'quotes, tags, accents and emoji as firstname and lastname')
      has(await stranger.read(me), names, 'the account', reply)
    },
  ),

  check(
    'ENV-16.blanks',
    'blanks and line ends around a text may be kept, removed or refused',
    { level: 'may' },
    async ({ owner, given, observe }) => {
      const resource = await given.resource()
      const booking = await given.booking(resource)

      for (const [made, member] of rows([resource, 'description'], [booking, 'title'])) {
        for (const [where, text] of [
          ['before a text', ' text'],
          ['behind it', 'text '],
          ['and a line end behind it', 'text \n'],
        ] as const) {
          const reply = await owner.put(made.path, { [member]: text })
          const read = reply.ok && (await owner.read(made.path))[member]
          const outcome = !reply.ok ? 'refused' : read === text ? 'kept' : `read as ${JSON.stringify(read)}`
          observe(`a blank ${where} in the ${member} of a ${made.kind} is ${outcome}`, reply)
        }
      }
    },
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
        observe(beyond(`a ${kind}`, was, Object.keys(membersOf[kind])))
      }
      observe(beyond('the user', user, Object.keys(membersOf.user)))
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

      observe(beyond('the user of a collaborator', user, personMembers))
    },
  ),
]

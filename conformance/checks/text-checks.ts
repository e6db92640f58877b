import { accepted, holds, same, updates } from '../check/assertions.js'
import { type Check, check } from '../check/check.js'
import type { Context } from '../check/context.js'
import { ids } from '../check/ids.js'
import { type JsonObject, pick } from '../http/json.js'
import { takesOneLine } from './line-ends.js'
import { eachWrite, type Sample, type Write, type Writer, writeCheck, writes } from './written-members.js'

const should = { level: 'should' } as const

/**
 * The checks of a text of up to `longest` characters of any kind. Their ids follow as a template: those of accents, emoji
 * and one emoji too many, then one for each write that accepts the longest text and refuses one more character.
 */
export const textChecks =
  (kind: Write['kind'], member: string, longest: number) =>
  (template: TemplateStringsArray): readonly Check[] => {
    const [accents = '', emoji = '', tooManyEmoji = '', ...lengths] = ids(template)
    const { update } = writes[kind]
    /** Repeats these characters, if any; a name stays unique. */
    const sampleOf = ({ name, random }: Context, length: number, ...characters: string[]): Sample => {
      const start = member === 'name' ? name() : ''
      const any = () => (member === 'name' ? name(length) : random.text(length))
      const repeated = () =>
        Array.from({ length: length - start.length }, (_, index) => characters[index % characters.length])
      const value = characters.length > 0 ? start + repeated().join('') : any()
      const such = characters.length > 0 ? ` such as ${characters.join(' and ')}` : ''
      return { members: { [member]: value }, words: `a ${member} of ${length} characters${such}` }
    }
    return [
      ...lengths.flatMap(id =>
        eachWrite(
          kind,
          [id],
          `a ${member} of ${longest} characters is kept and one of ${longest + 1} refused`,
          { count: member === 'name' ? 1 : 2 },
          async (writer, context) => {
            // The check of two-byte characters, below, sends updates; here they are in the other writes.
            const letters = id.endsWith('.update') ? ['会'] : ['é', '会']
            await writer.keeps(sampleOf(context, longest, ...letters))
            await writer.refuses(sampleOf(context, longest + 1))
          },
        ),
      ),

      writeCheck(
        update,
        accents,
        `the ${member} of a ${kind} holds ${longest} characters of two bytes, and no more`,
        async (writer, context) => {
          await writer.keeps(sampleOf(context, longest, 'é'))
          await writer.refuses(sampleOf(context, longest + 1, 'é'))
          await countsSpaces(writer, sampleOf(context, longest))
        },
      ),

      writeCheck(
        update,
        emoji,
        `the ${member} of a ${kind} holds ${longest} characters of two UTF-16 units`,
        should,
        async (writer, context) => writer.keeps(sampleOf(context, longest, '😀')),
      ),

      writeCheck(
        update,
        tooManyEmoji,
        `the ${member} of a ${kind} does not hold ${longest + 1} characters of two UTF-16 units`,
        { level: 'must' },
        async (writer, context) => {
          await writer.refuses(sampleOf(context, longest + 1, '😀'))
          const few = { [member]: (member === 'name' ? context.name() : '') + '😀'.repeat(10) }
          const reply = await writer.send(few)
          // The document does not say which characters a text may have: if these are refused, it is not because of their number.
          if (!reply.ok) context.observe(`a ${member} with ten characters such as 😀 is refused`, reply)
        },
      ),
    ]
  }

/** A space after the longest text makes it too long, unless the target removes it. */
async function countsSpaces(writer: Writer, { members, words }: Sample): Promise<void> {
  const [[member = '', value] = []] = Object.entries(members)
  const reply = await writer.send({ [member]: `${value} ` })
  if (!reply.ok) return
  for (const read of await writer.written(reply)) {
    const message = `${words} and a space at its end is accepted, and kept with the space`
    holds(read[member] !== `${value} `, message, {
      expected: 'a refusal',
      actual: read[member],
      replies: [reply],
    })
  }
}

export function noteChecks(
  kind: Write['kind'],
  lineFeedsId: string,
  linesIds: readonly string[],
): readonly Check[] {
  const lineFeeds = (length: number): Sample => ({
    members: { note: `${'line\n'.repeat(length).slice(0, length - 1)}.` },
    words: `a note of ${length} characters, line feeds among them`,
  })
  const { update } = writes[kind]
  const title = `a line feed counts as one character of the note of a ${kind}`
  return [
    writeCheck(update, lineFeedsId, title, async writer => {
      await writer.keeps(lineFeeds(500))
      await writer.refuses(lineFeeds(501))
    }),

    ...eachWrite(kind, linesIds, 'a note keeps its lines and the empty ones between', async writer =>
      writer.keeps({ members: { note: 'a\nb\n\nc' }, words: 'a note of several lines' }),
    ),
  ]
}

export const customFieldsCheck = (id: string, kind: Write['kind']) =>
  check(id, `custom_1 and custom_2 of a ${kind} are written independently of each other`, async context => {
    const { given } = context
    const start: JsonObject = { custom_1: 'first', custom_2: 'second' }
    const made = await given.one(kind, start)
    same(pick(made.was, Object.keys(start)), start, 'two custom fields were mixed up: what was created')

    await updates(made, { custom_2: 'another' })
    await updates(made, { custom_1: 'changed' }, { to: { custom_1: 'changed', custom_2: 'another' } })
  })

/** The ids of the checks of a link with up to 250 characters. */
export interface Link {
  readonly web: readonly string[]
  readonly otherSchemes: readonly string[]
  readonly length: readonly string[]
  readonly schemeCase: string
  readonly noScheme: string
  readonly asSent: string
  readonly host: string
  /** The same for creates and bulk updates. */
  readonly asSentIn: readonly string[]
  readonly oneLine: readonly string[]
}

const otherSchemes = [
  'ftp://example.com/file',
  'javascript:alert(1)',
  'javascript:open("http://example.com/page")',
  'www.example.com',
  'file:///etc/hosts',
  'httpx://example.com/page',
  'data:text/plain,text',
  // To a pattern without an end anchor, each line is a link.
  'javascript:alert(1)\nhttp://example.com/page',
  '/rooms/1',
  'mailto:ada@example.com',
  'wss://example.com/feed',
]

export function linkChecks(kind: Write['kind'], ids: Link): readonly Check[] {
  const { update } = writes[kind]
  const sampleOf = (link: string): Sample => ({
    members: { link },
    words: `the link ${JSON.stringify(link)}`,
  })
  const long = (length: number): Sample => ({
    members: { link: 'https://example.com/'.padEnd(length, 'abcdefghij') },
    words: `a link of ${length} characters`,
  })
  return [
    ...eachWrite(kind, ids.web, 'links with http and with https are accepted', async writer => {
      await writer.keeps(sampleOf('http://example.com/page'))
      await writer.keeps(sampleOf('https://example.com/page'))
    }),

    ...eachWrite(
      kind,
      ids.otherSchemes,
      'a link with another scheme than http and https, or with none, is refused',
      async writer => {
        await writer.refuses(...otherSchemes.map(sampleOf))
        await writer.keeps(sampleOf('http://example.com/file'))
      },
    ),

    ...eachWrite(
      kind,
      ids.length,
      'a link of 250 characters is kept and one of 251 refused',
      async writer => {
        await writer.keeps(long(250))
        await writer.refuses(long(251))
      },
    ),

    ...eachWrite(kind, ids.oneLine, 'a line break within a link is not kept', async writer => {
      const reply = await writer.send({ link: 'http://example.com/page\nsecond line' })
      await takesOneLine(reply, 'link', () => writer.written(reply))
    }),

    writeCheck(
      update,
      ids.schemeCase,
      `the scheme of the link of a ${kind} may be written in capitals`,
      should,
      async writer => {
        const link = 'HTTPS://example.com/page'

        const reply = await writer.send({ link })

        accepted(reply, `the link "${link}" ${update.words}`)
        for (const read of await writer.written(reply)) {
          same(String(read.link).toLowerCase(), link.toLowerCase(), 'link, without letter case,', reply)
        }
      },
    ),

    writeCheck(update, ids.noScheme, `a link of a ${kind} without a scheme is refused`, async writer => {
      const without = ['www.example.com', '//example.com', '?page=1', '#top']
      await writer.refuses(...without.map(sampleOf))
      await writer.keeps(sampleOf('http://www.example.com/page'))
    }),

    writeCheck(update, ids.asSent, `the link of a ${kind} is kept as it was sent`, should, async writer => {
      await writer.keeps(sampleOf('https://example.com'))
      await writer.keeps(sampleOf('https://example.com/a?b=c&d=%20e#f'))
      await writer.keeps(sampleOf('http://example.com:80/A'))
    }),

    writeCheck(
      update,
      ids.host,
      `a link of a ${kind} may lead to a host without a dot in its name`,
      should,
      async writer => {
        await writer.keeps(sampleOf('http://intranet/rooms/1'))
        await writer.keeps(sampleOf('http://localhost:8080/page'))
      },
    ),

    ...eachWrite(kind, ids.asSentIn, 'a link is kept as it was sent', should, async writer => {
      await writer.keeps(sampleOf('https://example.com/A?b=c&d=%20e#F'))
    }),
  ]
}

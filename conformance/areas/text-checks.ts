import { accepted, changedOnly, same } from '../runner/assertions.js'
import { type Check, check } from '../runner/check.js'
import type { Context } from '../runner/context.js'
import { type JsonObject, pick } from '../runner/json.js'
import { each, ids } from './ids.js'
import { type Sample, type Write, writes } from './written-members.js'

/**
 * The checks of a text of up to `longest` characters, whatever they are. Their ids follow as a template: those of accents,
 * emoji and one emoji too many, then one for each write that takes the longest text and refuses one more character.
 */
export const textChecks =
  (kind: Write['kind'], member: string, longest: number) =>
  (template: TemplateStringsArray): readonly Check[] => {
    const [accents = '', emoji = '', tooManyEmoji = '', ...lengths] = ids(template)
    const { update } = writes[kind]
    /** Mostly one repeated character if one is given; a name stays unique. */
    const sampleOf = ({ name, random }: Context, length: number, character?: string): Sample => {
      const start = member === 'name' ? name() : ''
      const any = () => (member === 'name' ? name(length) : random.text(length))
      const value = character ? start + character.repeat(length - [...start].length) : any()
      const words = `a ${member} of ${length} characters${character ? ` such as ${character}` : ''}`
      return { members: { [member]: value }, words }
    }
    return [
      ...each(lengths, writes[kind], (id, write: Write) => {
        const title = `a ${member} of ${longest} characters is kept and one of ${longest + 1} refused`
        return check(id, `${title} ${write.words}`, async context => {
          const writer = await write.begin(context, { count: member === 'name' ? 1 : 2 })

          await writer.keeps(sampleOf(context, longest))
          await writer.refuses(sampleOf(context, longest + 1))
        })
      }),

      check(
        accents,
        `the ${member} of a ${kind} holds ${longest} characters of two bytes, and no more`,
        async context => {
          const writer = await update.begin(context)

          await writer.keeps(sampleOf(context, longest, 'é'))
          await writer.refuses(sampleOf(context, longest + 1, 'é'))
        },
      ),

      check(
        emoji,
        `the ${member} of a ${kind} holds ${longest} characters of two UTF-16 units`,
        { level: 'should' },
        async context => {
          const writer = await update.begin(context)

          await writer.keeps(sampleOf(context, longest, '😀'))
        },
      ),

      check(
        tooManyEmoji,
        `the ${member} of a ${kind} does not hold ${longest + 1} characters of two UTF-16 units`,
        { level: 'must' },
        async context => {
          const writer = await update.begin(context)

          await writer.refuses(sampleOf(context, longest + 1, '😀'))
          const few = { [member]: (member === 'name' ? context.name() : '') + '😀'.repeat(10) }
          accepted(await writer.send(few), `a ${member} with ten characters such as 😀 ${update.words}`)
        },
      ),
    ]
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
  return [
    check(lineFeedsId, `a line feed counts as one character of the note of a ${kind}`, async context => {
      const writer = await writes[kind].update.begin(context)

      await writer.keeps(lineFeeds(500))
      await writer.refuses(lineFeeds(501))
    }),

    ...each(linesIds, writes[kind], (id, write: Write) =>
      check(id, `a note keeps its lines and the empty ones between ${write.words}`, async context => {
        const writer = await write.begin(context)

        await writer.keeps({ members: { note: 'a\nb\n\nc' }, words: 'a note of several lines' })
      }),
    ),
  ]
}

export const customFieldsCheck = (id: string, kind: Write['kind']) =>
  check(id, `custom_1 and custom_2 of a ${kind} are written independently of each other`, async context => {
    const { owner, given } = context
    const start: JsonObject = { custom_1: 'first', custom_2: 'second' }
    const room = await given.resource(kind === 'resource' ? start : {})
    const made = kind === 'resource' ? room : await given.booking(room, start)
    same(pick(made.was, Object.keys(start)), start, 'two custom fields were mixed up: what was created')

    accepted(await owner.put(made.path, { custom_2: 'another' }))
    await changedOnly(made, { custom_2: 'another' })

    accepted(await owner.put(made.path, { custom_1: 'changed' }))
    await changedOnly(made, { custom_1: 'changed', custom_2: 'another' })
  })

/** The ids of the checks of a link of up to 250 characters. */
export interface Link {
  readonly web: readonly string[]
  readonly otherSchemes: readonly string[]
  readonly length: readonly string[]
  readonly schemeCase: string
  readonly noScheme: string
  readonly asSent: string
}

const otherSchemes = [
  'ftp://example.com/file',
  'javascript:alert(1)',
  'javascript:open("http://example.com/page")',
  'mailto:somebody@example.com',
  'file:///etc/hosts',
  'httpx://example.com/page',
  'data:text/plain,text',
]

export function linkChecks(kind: Write['kind'], ids: Link): readonly Check[] {
  const { update } = writes[kind]
  const sampleOf = (link: string): Sample => ({ members: { link }, words: `the link "${link}"` })
  const long = (length: number): Sample => ({
    members: { link: 'https://example.com/'.padEnd(length, 'abcdefghij') },
    words: `a link of ${length} characters`,
  })
  return [
    ...each(ids.web, writes[kind], (id, write: Write) =>
      check(id, `a link with http and one with https is taken ${write.words}`, async context => {
        const writer = await write.begin(context)

        await writer.keeps(sampleOf('http://example.com/page'))
        await writer.keeps(sampleOf('https://example.com/page'))
      }),
    ),

    ...each(ids.otherSchemes, writes[kind], (id, write: Write) => {
      const title = `a link with another scheme than http and https is refused ${write.words}`
      return check(id, title, async context => {
        const writer = await write.begin(context)

        await writer.refuses(...otherSchemes.map(sampleOf))
        await writer.keeps(sampleOf('http://example.com/file'))
      })
    }),

    ...each(ids.length, writes[kind], (id, write: Write) =>
      check(id, `a link of 250 characters is kept and one of 251 refused ${write.words}`, async context => {
        const writer = await write.begin(context)

        await writer.keeps(long(250))
        await writer.refuses(long(251))
      }),
    ),

    check(
      ids.schemeCase,
      `the scheme of the link of a ${kind} may be written in capitals`,
      { level: 'should' },
      async context => {
        const link = 'HTTPS://example.com/page'
        const writer = await update.begin(context)

        const reply = await writer.send({ link })

        accepted(reply, `the link "${link}" ${update.words}`)
        for (const read of await writer.written(reply)) {
          same(String(read.link).toLowerCase(), link.toLowerCase(), 'link, without letter case,', reply)
        }
      },
    ),

    check(
      ids.noScheme,
      `a link of a ${kind} without a scheme is refused`,
      { level: 'should' },
      async context => {
        const writer = await update.begin(context)

        await writer.refuses(sampleOf('www.example.com'), sampleOf('//example.com'))
        await writer.keeps(sampleOf('http://www.example.com/page'))
      },
    ),

    check(ids.asSent, `the link of a ${kind} is kept as it was sent`, { level: 'should' }, async context => {
      const writer = await update.begin(context)

      await writer.keeps(sampleOf('https://example.com'))
      await writer.keeps(sampleOf('https://example.com/a?b=c&d=%20e#f'))
      await writer.keeps(sampleOf('http://example.com:80/A'))
    }),
  ]
}

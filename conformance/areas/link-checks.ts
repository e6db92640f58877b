import { accepted, type Check, check, same } from '../runner/index.js'
import { each } from './ids.js'
import { type Sample, type Write, writes } from './written-members.js'

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

import { accepted, type Check, check, holds } from '../../runner/index.js'
import type { Sample } from './trials.js'
import { idOf, type RuleId, refusalId, type Way, wayOf, ways } from './ways.js'

/** The link of a kind of object: how the ids of its checks begin. */
interface Link {
  readonly kind: Way['kind']
  readonly web: RuleId
  readonly otherSchemes: RuleId
  readonly longest: RuleId
  readonly schemeCase: string
  readonly noScheme: string
  readonly asSent: string
}

const links: readonly Link[] = [
  {
    kind: 'resource',
    web: ['RES-16'],
    otherSchemes: ['RES-17'],
    longest: ['RES-19'],
    schemeCase: 'RES-18.case',
    noScheme: 'RES-18.none',
    asSent: 'RES-20',
  },
  {
    kind: 'booking',
    web: ['BKG-14', 'web'],
    otherSchemes: ['BKG-14', 'schemes'],
    longest: ['BKG-14', 'length'],
    schemeCase: 'BKG-14.scheme-case',
    noScheme: 'BKG-14.no-scheme',
    asSent: 'BKG-14.as-sent',
  },
]

const longest = 250

const otherSchemes = [
  'ftp://example.com/file',
  'javascript:alert(1)',
  'javascript:open("http://example.com/page")',
  'mailto:somebody@example.com',
  'file:///etc/hosts',
  'httpx://example.com/page',
  'data:text/plain,text',
]

const withoutScheme = ['www.example.com', '//example.com']

const sampleOf = (link: string): Sample => ({ members: { link }, words: `the link "${link}"` })

const long = (length: number): Sample => ({
  members: { link: 'https://example.com/'.padEnd(length, 'abcdefghij') },
  words: `a link of ${length} characters`,
})

const takesWebLinks = ({ web }: Link, way: Way) =>
  check(idOf(way, ...web), `a link with http and one with https is taken ${way.words}`, async context => {
    const trial = await way.begin(context)

    await trial.takes(sampleOf('http://example.com/page'))
    await trial.takes(sampleOf('https://example.com/page'))
  })

const refusesOtherSchemes = (link: Link, way: Way) =>
  check(
    refusalId(way, 'link', ...link.otherSchemes),
    `a link with another scheme than http and https is refused ${way.words}`,
    async context => {
      const trial = await way.begin(context)

      await trial.refuses(...otherSchemes.map(sampleOf))
      await trial.takes(sampleOf('http://example.com/file'))
    },
  )

const longestIn = (link: Link, way: Way) =>
  check(
    refusalId(way, 'link', ...link.longest),
    `a link of ${longest} characters is kept and one of ${longest + 1} refused ${way.words}`,
    async context => {
      const trial = await way.begin(context)

      await trial.takes(long(longest))
      await trial.refuses(long(longest + 1))
    },
  )

const schemeInCapitals = ({ kind, schemeCase }: Link) =>
  check(
    schemeCase,
    `the scheme of the link of a ${kind} may be written in capitals`,
    { level: 'should' },
    async context => {
      const link = 'HTTPS://example.com/page'
      const trial = await wayOf(kind, 'update').begin(context)

      const reply = await trial.write({ link })

      accepted(reply, `the link "${link}" in an update of a ${kind}`)
      for (const read of await trial.written(reply)) {
        holds(String(read.link).toLowerCase() === link.toLowerCase(), 'another link is read than was sent', {
          expected: link,
          actual: read.link,
          replies: [reply],
        })
      }
    },
  )

const refusesNoScheme = ({ kind, noScheme }: Link) =>
  check(noScheme, `a link of a ${kind} without a scheme is refused`, { level: 'should' }, async context => {
    const trial = await wayOf(kind, 'update').begin(context)

    await trial.refuses(...withoutScheme.map(sampleOf))
    await trial.takes(sampleOf('http://www.example.com/page'))
  })

const keptAsSent = ({ kind, asSent }: Link) =>
  check(asSent, `the link of a ${kind} is kept as it was sent`, { level: 'should' }, async context => {
    const trial = await wayOf(kind, 'update').begin(context)

    for (const link of [
      'https://example.com',
      'https://example.com/a?b=c&d=%20e#f',
      'http://example.com:80/A',
    ]) {
      await trial.takes(sampleOf(link))
    }
  })

export const linkChecks: readonly Check[] = [
  ...links.flatMap(link => ways[link.kind].map(way => takesWebLinks(link, way))),
  ...links.flatMap(link => ways[link.kind].map(way => refusesOtherSchemes(link, way))),
  ...links.flatMap(link => ways[link.kind].map(way => longestIn(link, way))),
  ...links.flatMap(link => [schemeInCapitals(link), refusesNoScheme(link), keptAsSent(link)]),
]

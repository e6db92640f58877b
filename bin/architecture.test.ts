import { readdir, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

/*
 * The structure of the repository. Each rule is a function of a path and a text, so that its failure can be tested.
 */

interface Source {
  /** The path from the root of the repository, with forward slashes. */
  path: string
  text: string
}

/** Returns what is wrong with a file; empty if nothing is. */
type Rule = (source: Source) => string[]

const isTest = (path: string) => /^proof\/|\.(test|contract)\.ts$|\/testing\//.test(path)

const specifiers = ({ text }: Source) =>
  [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map(match => match[1] ?? '')

/** Resolves an import to the path of a file in the repository or the name of a package. */
function targetOf(path: string, specifier: string): string {
  return specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier
}

/** The folders of the kit. Each may import only the previous ones. */
const kitRooms = [
  ...['catalogue', 'http', 'target', 'session', 'check', 'record', 'checks', 'run', 'report', 'explore'],
] as const

const below = (room: (typeof kitRooms)[number]) =>
  kitRooms.slice(0, kitRooms.indexOf(room) + 1).map(each => `conformance/${each}/`)

/** What each folder may import, as prefixes of targets; the longest matching folder applies. */
const permitted: Record<string, readonly string[]> = {
  'server/core/': ['server/core/', 'zod', 'luxon'],
  'server/storage/': ['server/storage/', 'server/core/index.js', 'node:', 'sql.js'],
  // An optional peer dependency, loaded for a database.
  'server/storage/postgres/': ['server/storage/', 'server/core/index.js', 'node:', 'pg'],
  'server/client/': ['server/client/', 'server/core/'],
  // Only types.
  'server/client/control-types.ts': ['server/core/', 'server/control/index.js'],
  'server/http/': ['server/http/', 'server/core/index.js', 'server/core/openapi/index.js', 'node:'],
  'server/mail/': ['server/mail/', 'server/core/index.js', 'node:', 'nodemailer'],
  'server/control/': ['server/control/', 'server/core/index.js', 'zod'],
  'server/metrics/': [
    'server/metrics/',
    'server/core/index.js',
    'server/http/index.js',
    'server/storage/index.js',
    'server/version.js',
    'node:',
    'prom-client',
  ],
  'server/': ['server/', 'node:'],
  'fixtures/': ['fixtures/', 'server/core/index.js', 'node:', 'luxon', 'zod', 'json-schema-faker'],
  'bin/': [
    'bin/',
    'server/index.js',
    'server/client/index.js',
    'server/core/openapi/index.js',
    'fixtures/index.js',
    'conformance/index.js',
    'mock/serve/index.js',
    // Parts that load little, so that a command starts fast.
    'server/core/access/addresses.js',
    'server/core/wire/cors.js',
    'server/core/wire/wording.js',
    'server/defaults.js',
    'server/metrics/index.js',
    'server/storage/sqlite/engine.js',
    'server/version.js',
    'fixtures/demo.js',
    'fixtures/seed-file.js',
    'conformance/http/answer-limits.js',
    'conformance/rules-and-checks.js',
    'conformance/catalogue/rule.js',
    'conformance/session/defaults.js',
    'conformance/http/clean.js',
    'conformance/report/index.js',
    'conformance/report/page.js',
    'conformance/http/unreadable-file.js',
    'node:',
    'yaml',
    'yargs',
  ],
  'conformance/': ['conformance/'],
  'conformance/catalogue/': below('catalogue'),
  'conformance/http/': [...below('http'), 'node:', 'undici'],
  'conformance/target/': [...below('target'), 'node:', 'zod'],
  // An optional peer dependency, loaded when a target has an IMAP mailbox.
  'conformance/target/imap.ts': [...below('target'), 'imapflow'],
  'conformance/session/': [...below('session'), 'node:', 'zod'],
  'conformance/check/': [...below('check'), 'luxon'],
  'conformance/record/': below('record'),
  'conformance/checks/': below('checks'),
  'conformance/run/': [...below('run'), 'node:', 'zod'],
  'conformance/report/': [...below('report'), 'node:', 'string-width', 'wrap-ansi', 'zod'],
  'conformance/explore/': [...below('explore'), 'fast-check'],
  'mock/': [
    'mock/',
    'server/core/index.js',
    'server/control/index.js',
    'server/control/worlds/index.js',
    'msw',
  ],
  // Shows the mock in the console.
  'mock/panel.ts': ['mock/', 'console/panel.js'],
  // Reads the environment, and appends to the file named there.
  'mock/worlds.ts': ['mock/', 'server/control/worlds/index.js', 'node:fs'],
  'mock/serve/': [
    'mock/',
    'server/core/index.js',
    'server/control/index.js',
    'server/control/worlds/index.js',
    'server/http/index.js',
    'server/secrets.js',
  ],
  'mock/vendor/': ['msw', '@mswjs/data'],
  // Only public entry points, which anybody can install.
  'console/': ['console/', 'schedkit/client', 'preact'],
  // The service in the page.
  'console/static/': ['console/', 'preact', 'fixtures/demo.js', 'mock/page/service.js', 'zod'],
  'packaging/': ['packaging/', 'esbuild', 'node:'],
}

const imports: Rule = source => {
  if (isTest(source.path)) return []
  const folder = Object.keys(permitted)
    .filter(name => source.path.startsWith(name))
    .sort((a, b) => b.length - a.length)[0]
  const allowed = permitted[folder ?? ''] ?? []
  return specifiers(source)
    .map(specifier => targetOf(source.path, specifier))
    .filter(
      target =>
        !allowed.some(name => (/[:/]$/.test(name) ? target.startsWith(name) : isPackage(target, name))),
    )
    .map(target => `imports ${target}`)
}

const isPackage = (target: string, name: string) => target === name || target.startsWith(`${name}/`)

const importsFrom = (source: Source, folders: RegExp) =>
  specifiers(source)
    .map(specifier => targetOf(source.path, specifier))
    .filter(target => folders.test(target))
    .map(target => `imports ${target}`)

/** The kit shares nothing with the rest, and neither do its tests. */
const stranger: Rule = source =>
  source.path.startsWith('conformance/') ? importsFrom(source, /^(server|mock|fixtures|bin|proof)\//) : []

/** The proof may import anything; nothing imports the proof. */
const unproven: Rule = source => (source.path.startsWith('proof/') ? [] : importsFrom(source, /^proof\//))

/** Published code must not import unpublished code: tests and their helpers. */
const independent: Rule = source =>
  isTest(source.path)
    ? []
    : specifiers(source)
        .map(specifier => targetOf(source.path, specifier).replace(/\.js$/, '.ts'))
        .filter(isTest)
        .map(target => `imports ${target}`)

/** What the client imports from the core at run time; anything else would be loaded by every page. */
const light: Rule = ({ path, text }) =>
  path.startsWith('server/client/') && !isTest(path)
    ? [
        ...text.matchAll(
          /^(?:import|export) (?!type\b)[^']*? from '(\.\.\/(?!core\/wire\/routes\.js)[^']+)'/gm,
        ),
      ].map(match => `imports more than types of ${match[1]}`)
    : []

/** A dynamic import with a computed path explains why, in a comment within its parentheses. */
const readable: Rule = ({ path, text }) =>
  isTest(path)
    ? []
    : [...text.matchAll(/\bimport\((?!\s*'|\/\*).*/g)].map(
        match => `imports what only a run tells: ${match[0]}`,
      )

/** Bundlers tree-shake a namespace but not an object, with which a bundle would be twice as large. */
const separable: Rule = source =>
  !isTest(source.path) && /^import \{[^}]*\bz\b[^}]*\} from 'zod'/m.test(source.text)
    ? ["imports all of zod; write import * as z from 'zod'"]
    : []

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

const surroundings =
  /(?<![.'\w])(?:process|Buffer|console|globalThis|performance|crypto|fetch|require|set(?:Timeout|Interval|Immediate))\b(?=[.([])|\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b/g

const neutral: Rule = ({ path, text }) =>
  path.startsWith('server/core/') && !isTest(path)
    ? [...withoutComments(text).matchAll(surroundings)].map(match => `uses ${match[0]}`)
    : []

const runs: Rule = ({ path, text }) =>
  /\.test\.ts$/.test(path) && !/\brun\(\)\s*$/.test(text) ? ['does not end with run()'] : []

const runsAll: Rule = ({ path, text }) =>
  isTest(path) && /^\s*\w+\.only\(/m.test(text) ? ['runs some tests only'] : []

/** A string in this position is the message of the assertion, so any error would pass. */
const expects: Rule = ({ path, text }) =>
  isTest(path)
    ? [...text.matchAll(/assert\.throws\((?!.*\/, ).*, (['"`]).*\1\)$/gm)].map(
        ([call]) => `expects any error: ${call}; write the message as a pattern`,
      )
    : []

/** Matches the first line of a multiline function, as formatted. */
const opening =
  /^(?!.*\b(?:if|for|while|switch|catch|else|try|do|interface|class)\b(?: \(| \{)).*(?:\bfunction\b.*|=>|\)(?:: .+)?) \{$/

/** Returns the functions of a text with their lines; the lines of a nested function count only for that. */
function functionLengths(text: string): { line: number; length: number }[] {
  const open: { indent: number; line: number; inner: number }[] = []
  const found: { line: number; length: number }[] = []
  for (const [index, line] of text.split('\n').entries()) {
    const indent = line.length - line.trimStart().length
    const last = open.at(-1)
    if (last && indent === last.indent && line.trimStart().startsWith('}')) {
      open.pop()
      const lines = index + 2 - last.line
      found.push({ line: last.line, length: lines - last.inner })
      const outer = open.at(-1)
      if (outer) outer.inner += lines
    }
    if (opening.test(line)) open.push({ indent, line: index + 1, inner: 0 })
  }
  return found
}

/** A function fits on a screen. Tables of checks are not functions. */
const concise: Rule = ({ path, text }) =>
  !isTest(path)
    ? functionLengths(text)
        .filter(({ length }) => length > 60)
        .map(({ line, length }) => `has a function of ${length} lines in line ${line}`)
    : []

/** Returns circular imports, including those of types, each as its files. */
function circlesOf(all: readonly Source[]): string[][] {
  // A view is a .tsx file, and is imported as .js like the others.
  const paths = new Set(all.map(({ path }) => path))
  const sourceOf = (target: string) =>
    ['.ts', '.tsx'].map(ending => target.replace(/\.js$/, ending)).find(path => paths.has(path)) ?? target
  const imported = new Map(
    all.map(source => [
      source.path,
      specifiers(source).map(specifier => sourceOf(targetOf(source.path, specifier))),
    ]),
  )
  const reachable = new Map<string, ReadonlySet<string>>()
  const reached = (from: string): ReadonlySet<string> => {
    const known = reachable.get(from)
    if (known) return known
    const found = new Set<string>()
    const waiting = [...(imported.get(from) ?? [])]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (found.has(next)) continue
      found.add(next)
      waiting.push(...(imported.get(next) ?? []))
    }
    reachable.set(from, found)
    return found
  }
  const circular = [...imported.keys()].filter(path => reached(path).has(path))
  const circles = circular.map(path =>
    circular.filter(other => reached(path).has(other) && reached(other).has(path)),
  )
  return [...new Map(circles.map(files => [files.join(), files])).values()]
}

const portable: Rule = ({ text }) =>
  [
    ...text.matchAll(
      /(?<![\w.])\/(?:work|root|home|Users)\/[\w.-]+|\b[A-Z]:\\+Users|registry\.\w+\.\w+|"resolved":/g,
    ),
  ].map(match => `names ${match[0]}`)

const finished: Rule = ({ text }) =>
  // TAP has a directive with this name: it is quoted, or follows a hash.
  [...text.matchAll(/(?<!['#] ?)\b(?:TODO|FIXME)\b/g)].map(match => `holds ${match[0]}`)

const rules: Record<string, Rule> = {
  imports,
  stranger,
  unproven,
  independent,
  light,
  readable,
  separable,
  neutral,
  runs,
  expects,
  runsAll,
  concise,
  portable,
  finished,
}

const self = 'bin/architecture.test.ts'
const folders = ['bin', 'conformance', 'console', 'fixtures', 'mock', 'packaging', 'proof', 'server']

async function* filesOf(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) yield* filesOf(path)
    else yield path
  }
}

let read: Promise<Source[]> | undefined

/** All sources, read once. */
const sources = () => (read ??= readSources())

async function readSources(): Promise<Source[]> {
  const found: Source[] = []
  for (const folder of folders) {
    for await (const path of filesOf(folder)) {
      if (/\.tsx?$/.test(path) && path !== self)
        found.push({ path, text: await readFile(join(path), 'utf8') })
    }
  }
  return found
}

test('there are no circular imports', async () => {
  const all = (await sources()).filter(({ path }) => !isTest(path))

  assert.ok(all.length > 100)
  assert.equal(circlesOf(all), [])
})

test('given files that import each other, including types, then they are a circle', () => {
  const file = (path: string, ...imports: string[]) => ({
    path,
    text: imports.map(name => `import type { X } from './${name}.js'`).join('\n'),
  })

  const circles = circlesOf([file('a.ts', 'b'), file('b.ts', 'c'), file('c.tsx', 'b', 'd'), file('d.ts')])

  assert.equal(circles, [['b.ts', 'c.tsx']])
})

for (const [name, rule] of Object.entries(rules)) {
  test(`every source keeps the rule "${name}"`, async () => {
    const all = await sources()

    const broken = all.flatMap(source => rule(source).map(what => `${source.path} ${what}`))

    assert.ok(all.length > 100)
    assert.equal(broken, [])
  })
}

const samples: [rule: string, path: string, text: string][] = [
  ['imports', 'server/core/paging.ts', "import { readFile } from 'node:fs'"],
  ['imports', 'server/core/paging.ts', "import { openSqlStore } from '../storage/index.js'"],
  ['imports', 'server/storage/users.ts', "import { addressKey } from '../core/accounts.js'"],
  ['imports', 'server/start.ts', "import initSqlJs from 'sql.js'"],
  ['imports', 'server/http/listener.ts', "const { x } = await import('nodemailer')"],
  ['imports', 'bin/serve.ts', "import { listen } from '../server/http/index.js'"],
  ['imports', 'fixtures/demo.ts', "import { startServer } from '../server/index.js'"],
  ['stranger', 'conformance/run/plan.test.ts', "import { startServer } from '../../server/index.js'"],
  ['stranger', 'conformance/run/plan.ts', "import { createMockStore } from '../../mock/store/index.js'"],
  ['unproven', 'conformance/index.ts', "export { fault } from '../proof/faults/fault.js'"],
  ['unproven', 'bin/conformance.test.ts', "import { faults } from '../proof/faults/index.js'"],
  ['imports', 'conformance/run/plan.ts', "import fc from 'fast-check'"],
  ['imports', 'conformance/http/client.ts', "import type { Session } from '../session/session.js'"],
  ['imports', 'conformance/run/plan.ts', "import { count } from '../report/summary.js'"],
  ['imports', 'conformance/catalogue/members.ts', "import { isObject } from '../http/json.js'"],
  ['imports', 'bin/serve.ts', "import { z } from 'zod'"],
  ['imports', 'console/mails.tsx', "import { operations } from '../server/core/index.js'"],
  ['imports', 'bin/serve.ts', "export { x } from '../server/core/index.js'"],
  ['imports', 'fixtures/demo.ts', "import '../server/core/store.js'"],
  ['imports', 'server/start.ts', "import yargs from 'yargs'"],
  ['imports', 'server/core/times/clock.ts', "import {\n  a,\n} from 'luxonic'"],
  ['imports', 'conformance/run/plan.ts', "import { test } from 'uvu'"],
  ['imports', 'mock/node.ts', "import { startServer } from '../server/index.js'"],
  ['independent', 'server/start.ts', "import { people } from './testing/scene.js'"],
  ['independent', 'server/storage/rows.ts', "import { made } from '../core/store-samples.contract.js'"],
  ['light', 'server/client/client.ts', "import { statusOf } from '../core/errors.js'"],
  ['light', 'server/client/index.ts', "export { type Role, collaborator } from '../core/index.js'"],
  ['imports', 'server/client/client.ts', "import { createRecords } from '../control/index.js'"],
  ['imports', 'server/client/client.ts', "import * as z from 'zod'"],
  ['readable', 'server/start.ts', 'const { x } = await import(name)'],
  ['separable', 'conformance/target/mailbox.ts', "import { z } from 'zod'"],
  ['neutral', 'server/core/times/clock.ts', 'const now = Date.now()'],
  ['neutral', 'server/core/times/clock.ts', 'const source = Date.now'],
  ['neutral', 'server/core/times/clock.ts', 'const now = new Date()'],
  ['neutral', 'server/core/times/clock.ts', 'const name = process.env.NAME'],
  ['neutral', 'server/core/times/clock.ts', 'const bytes = Buffer.from(text)'],
  ['neutral', 'server/core/times/clock.ts', 'setTimeout(work, 10)'],
  ['neutral', 'server/core/ids.ts', 'const id = Math.random()'],
  ['runs', 'server/x.test.ts', "test('x', () => {})\n"],
  ['runs', 'server/x.test.ts', "test.run()\ntest('x', () => {})\n"],
  ['runsAll', 'server/x.test.ts', "test.only('x', () => {})\ntest.run()\n"],
  ['expects', 'server/x.test.ts', "  assert.throws(() => work(1), 'the disk is full')\n"],
  ['concise', 'conformance/x.ts', `function x() {\n${'  y()\n'.repeat(59)}}\n`],
  ['portable', 'server/x.ts', `const file = '${['', 'home', 'ada', 'x'].join('/')}'`],
  ['portable', 'x.json', `"${'resolved'}": "https://example.com"`],
  ['portable', 'README.md', ['C:', 'Users', 'ada'].join('\\')],
  ['portable', 'README.md', `https://${['registry', 'example', 'org'].join('.')}/x`],
  ['finished', 'server/x.ts', `// ${['TO', 'DO'].join('')}: later`],
]
for (const [name, path, text] of samples) {
  test(`given ${JSON.stringify(text.trim().slice(0, 60))} in ${path}, then the rule "${name}" is broken`, () => {
    assert.is(rules[name]?.({ path, text }).length, 1)
  })
}

const innocent: [rule: string, path: string, text: string][] = [
  ['imports', 'server/core/paging.ts', "import { z } from 'zod'\nimport { x } from './contract/y.js'"],
  ['imports', 'server/mail/letter.ts', "await import('nodemailer/lib/mail-composer')"],
  ['imports', 'server/storage/rows.test.ts', "import { x } from '../core/page.js'"],
  ['unproven', 'proof/server/assemble.ts', "import { loadSeed } from '../../server/core/seed.js'"],
  ['unproven', 'proof/runner/certify-server.ts', "import { fault } from '../faults/fault.js'"],
  ['independent', 'server/start.test.ts', "import { people } from './testing/scene.js'"],
  ['light', 'server/client/client.ts', "import type { Booking } from '../core/contract/booking.js'"],
  ['light', 'server/client/client.ts', "import { routes } from '../core/wire/routes.js'"],
  [
    'neutral',
    'server/core/times/clock.ts',
    '/** @example createClock(Date.now) */\n// process.exit()\nawait prefetch(), new Date(0)',
  ],
  ['neutral', 'server/start.ts', 'process.exit(Date.now())'],
  ['runs', 'server/x.ts', 'const x = 1\n'],
  ['expects', 'server/x.test.ts', "  assert.throws(() => work(1), /the disk is full/, 'x')\n"],
  [
    'concise',
    'conformance/x.ts',
    `function x() {\n${`  const y = () => {\n${'    z()\n'.repeat(40)}  }\n`.repeat(2)}}\n`,
  ],
  ['portable', 'README.md', 'curl https://example.com/home/ada /v1/users/me'],
]
for (const [name, path, text] of innocent) {
  test(`given ${JSON.stringify(text.slice(0, 60))} in ${path}, then the rule "${name}" is kept`, () => {
    assert.equal(rules[name]?.({ path, text }), [])
  })
}

test('nothing in the repository names a place on one machine, or one to download from', async () => {
  const passed = new Set(['.git', 'node_modules', 'dist', 'coverage'])
  const broken: string[] = []
  let read = 0
  for (const entry of await readdir('.', { withFileTypes: true })) {
    if (passed.has(entry.name)) continue
    const paths = entry.isDirectory() ? filesOf(entry.name) : [entry.name]
    for await (const path of paths) {
      if (path === self) continue
      read++
      broken.push(...portable({ path, text: await readFile(path, 'utf8') }).map(what => `${path} ${what}`))
    }
  }

  assert.ok(read > 100)
  assert.equal(broken, [])
})

test.run()

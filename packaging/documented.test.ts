import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

/*
 * The documentation of the public types that editors show: the declarations that frontends use.
 */

interface Declared {
  name: string
  file: string
  /** The lines of the declaration. */
  lines: readonly string[]
}

const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n')

/** Returns the re-exports of a module, each with its original name and its file. */
function reexports(file: string, how = 'export'): [exported: string, name: string, from: string][] {
  const text = readFileSync(file, 'utf8')
  const found = [...text.matchAll(new RegExp(`^${how} (?:type )?\\{([^}]*)\\} from '(\\.[^']*)\\.js'`, 'gm'))]
  return found.flatMap(([, names = '', from = '']) =>
    names.split(',').flatMap(each => {
      const [name = '', exported = name] = each
        .trim()
        .replace(/^type /, '')
        .split(' as ')
      return name === ''
        ? []
        : [[exported, name, join(dirname(file), `${from}.d.ts`)] as [string, string, string]]
    }),
  )
}

const imports = (file: string) => reexports(file, 'import')

/** Returns the lines of a declaration in a file, if it exists. */
function declaredIn(file: string, name: string): readonly string[] | undefined {
  const lines = linesOf(file)
  const begin = lines.findIndex(line => new RegExp(`^(?:export )?(?:interface|type) ${name}\\b`).test(line))
  if (begin < 0) return undefined
  const end = lines.findIndex((line, index) => index >= begin && /^\}|^\S.*;$/.test(line))
  return lines.slice(begin, end + 1)
}

function declaration(file: string, name: string): Declared | undefined {
  const lines = declaredIn(file, name)
  if (lines) return { name, file, lines }
  const [, origin, from] =
    [...reexports(file), ...imports(file)].find(([exported]) => exported === name) ?? []
  return origin !== undefined && from !== undefined ? declaration(from, origin) : undefined
}

/** Returns a type and those that it extends, which may not be exported. */
function withBases(declared: Declared | undefined): Declared[] {
  if (!declared) return []
  const [, bases = ''] = / extends ([\w, ]+?)(?:<.*>)? \{/.exec(declared.lines[0] ?? '') ?? []
  const names = bases.split(', ').filter(name => name !== '')
  return [declared, ...names.flatMap(name => withBases(declaration(declared.file, name)))]
}

/** Returns every type that an entry point exports. */
function typesOf(entryPoint: string): Declared[] {
  const others = [...readFileSync(entryPoint, 'utf8').matchAll(/^export \* from '(\.[^']*)\.js'/gm)]
  const own = linesOf(entryPoint).flatMap(line => /^export (?:interface|type) (\w+)/.exec(line)?.[1] ?? [])
  const names = [...own, ...reexports(entryPoint).map(([exported]) => exported)]
  return [
    ...others.flatMap(([, path = '']) => typesOf(join(dirname(entryPoint), `${path}.d.ts`))),
    ...names.flatMap(name => withBases(declaration(entryPoint, name))),
  ]
}

/** Returns the members of a type, including nested ones, that lack a comment, except those inferred by zod. */
function undocumented({ name, lines }: Declared): string[] {
  return lines.flatMap((line, index) => {
    if (/\bz\.(?:infer|input|output)</.test(line))
      return [`${name} (members without comments): ${line.trim()}`]
    const member = /^ {4,}(?:readonly )?(\w+)\??(?:: |\(|<)/.exec(line)?.[1]
    return member === undefined || lines[index - 1]?.endsWith('*/') ? [] : [`${name}.${member}`]
  })
}

const entryPoints = [
  'server/client/index',
  'fixtures/index',
  'fixtures/browser',
  'mock/index',
  'mock/node',
  'mock/browser',
]

for (const entryPoint of entryPoints) {
  test(`every member of a public type of ${entryPoint} has a comment`, () => {
    const types = typesOf(`dist/${entryPoint}.d.ts`)

    assert.ok(types.length > 5)
    assert.equal(types.flatMap(undocumented), [])
  })
}

test('a name means the same type in every entry point', () => {
  const files = new Map<string, Set<string>>()
  for (const { name, file } of entryPoints.flatMap(path => typesOf(`dist/${path}.d.ts`)))
    files.set(name, new Set([...(files.get(name) ?? []), file]))

  assert.equal(
    [...files].filter(([, where]) => where.size > 1).map(([name]) => name),
    [],
  )
})

test('no public type has the name of a built-in type', () => {
  const own = [
    'Record',
    'Partial',
    'Pick',
    'Omit',
    'Request',
    'Response',
    'Headers',
    'Event',
    'Error',
    'Parameters',
  ]
  const names = entryPoints.flatMap(path => typesOf(`dist/${path}.d.ts`)).map(({ name }) => name)

  assert.equal(
    names.filter(name => own.includes(name) || name in globalThis),
    [],
  )
})

test.run()

import { transformSync } from 'esbuild'

/** An example of the mock's README: its files, and the command that runs them. */
export interface Recipe {
  name: string
  runner: 'node' | 'node:test' | 'vitest' | 'jest' | 'jest with CommonJS' | 'typescript'
  /** Texts by file name. */
  files: Record<string, string>
  /** The file to run, or to check. */
  file: string
  /** Further options of the runner. */
  options?: string[]
}

interface Block {
  language: string
  text: string
  /** The file name in its first line, `// rooms.js`. */
  name: string | undefined
}

const blocksOf = (text: string): Block[] =>
  [...text.matchAll(/^```(jsx?|ts)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
    language,
    text,
    name: /^\/\/ (\S+\.(?:jsx?|ts))\n/.exec(text)?.[1],
  }))

function runnerOf({ language, text }: Block): Recipe['runner'] {
  if (language === 'ts') return 'typescript'
  if (text.includes("from 'vitest'")) return 'vitest'
  if (text.includes("from '@jest/globals'")) return 'jest'
  return text.includes("from 'node:test'") ? 'node:test' : 'node'
}

/** What the pieces without a file name need in addition to the imports of the file for node:test. */
const imports = `import { http, HttpResponse } from 'msw'
import { createClient } from 'schedkit/client'
import { fixturesBySeed } from 'schedkit/fixtures'
import { createMock } from 'schedkit/mock'
import { client } from './rooms.js'
`

/** The recipes of the README: blocks that name a file, and pieces of the file for node:test. Those for browsers are left out. */
export function readRecipes(readme: string): Recipe[] {
  const blocks = blocksOf(readme.replace(/^## In a browser\n.*?(?=^## )/ms, ''))
  const named = blocks.filter((block): block is Block & { name: string } => block.name !== undefined)
  const isRun = ({ name, language }: Block) => language === 'ts' || /\.test\.jsx?$/.test(name ?? '')
  const shared = Object.fromEntries(
    named.filter(block => !isRun(block)).map(({ name, text }) => [name, text]),
  )
  const recipes = named.filter(isRun).map(block => ({
    name: block.name,
    runner: runnerOf(block),
    files: { ...shared, [block.name]: block.text },
    file: block.name,
  }))
  const pieces = blocks.filter(({ name }) => name === undefined).map(({ text }) => text)
  const [head = ''] = (
    recipes.find(({ runner }) => runner === 'node:test')?.files['rooms.node.test.js'] ?? ''
  ).split(/^test\(/m)
  const file = 'pieces.test.js'
  const text = [imports + head, ...pieces].join('\n')
  const vitest = recipes.find(({ runner }) => runner === 'vitest')
  const jest = recipes.find(({ runner }) => runner === 'jest')
  return [
    ...recipes,
    ...(vitest ? pools.map(pool => inPool(vitest, pool)) : []),
    ...(jest ? [asCommonJs(jest)] : []),
    { name: 'What a test can do', runner: 'node:test', files: { ...shared, [file]: text }, file },
  ]
}

/** The pools of Vitest in which test files can run, besides the usual one. */
const pools = ['threads', 'vmThreads', 'vmForks']

const inPool = (recipe: Recipe, pool: string): Recipe => ({
  ...recipe,
  name: `${recipe.name} in ${pool}`,
  options: ['--pool', pool],
})

/** The recipe as Babel compiles it for Jest by default. */
const asCommonJs = ({ name, files, file }: Recipe): Recipe => ({
  name: `${name} as CommonJS`,
  runner: 'jest with CommonJS',
  files: Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name, transformSync(text, { format: 'cjs' }).code]),
  ),
  file,
})

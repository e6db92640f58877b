/** Something that the README of the mock shows, as files and the command that runs them. */
export interface Recipe {
  name: string
  runner: 'node' | 'node:test' | 'vitest' | 'jest' | 'typescript'
  /** Texts by the names of their files. */
  files: Record<string, string>
  /** Which file is run, or checked. */
  file: string
}

interface Block {
  language: string
  text: string
  /** The name in its first line, `// rooms.js`. */
  name: string | undefined
}

const blocksOf = (text: string): Block[] =>
  [...text.matchAll(/^```(js|ts)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
    language,
    text,
    name: /^\/\/ (\S+\.(?:js|ts))\n/.exec(text)?.[1],
  }))

function runnerOf({ language, text }: Block): Recipe['runner'] {
  if (language === 'ts') return 'typescript'
  if (text.includes("from 'vitest'")) return 'vitest'
  if (text.includes("from '@jest/globals'")) return 'jest'
  return text.includes("from 'node:test'") ? 'node:test' : 'node'
}

/** What pieces without a name need beside what the file for node:test imports. */
const imports = `import { http, HttpResponse } from 'msw'
import { fixturesBySeed } from 'schedkit/fixtures'
import { createMock } from 'schedkit/mock'
`

/**
 * The recipes of the README: blocks that name a file, and those that stand in the file for node:test. What is for browsers
 * is passed over.
 */
export function readRecipes(readme: string): Recipe[] {
  const blocks = blocksOf(readme.replace(/^## In a browser\n.*?(?=^## )/ms, ''))
  const named = blocks.filter((block): block is Block & { name: string } => block.name !== undefined)
  const isRun = ({ name, language }: Block) => language === 'ts' || /\.test\.js$/.test(name ?? '')
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
  return [
    ...recipes,
    { name: 'What a test can do', runner: 'node:test', files: { ...shared, [file]: text }, file },
  ]
}

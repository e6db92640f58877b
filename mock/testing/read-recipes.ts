import type { MockPages } from './read-pages.js'
import {
  babelFiles,
  playwrightFiles,
  playwrightServerFiles,
  storybookFiles,
  typescriptFiles,
} from './tool-files.js'

/** An example of the mock's documents: its files, and the command that runs them. */
export interface Recipe {
  name: string
  runner:
    | 'node'
    | 'node:test'
    | 'vitest'
    | 'jest'
    | 'jest with Babel'
    | 'playwright'
    | 'storybook'
    | 'typescript'
  /** Texts by file name. */
  files: Record<string, string>
  /** The file to run, or to check. */
  file: string
  /** The package of the runner, if it is not installed under its usual name. */
  package?: string
  /** Additional options of the runner. */
  options?: string[]
  /** The only version of MSW that the recipe works with. */
  msw?: '2'
}

interface Block {
  language: string
  text: string
  /** The file name in its first line, `// rooms.js`. */
  name: string | undefined
}

const blocksOf = (text: string): Block[] =>
  [...text.matchAll(/^```(jsx?|tsx?)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
    language,
    text,
    name: /^\/\/ (\S+\.(?:m?jsx?|tsx?))\n/.exec(text)?.[1],
  }))

function runnerOf({ language, text }: Block): Recipe['runner'] {
  if (language === 'ts') return 'typescript'
  if (text.includes("from 'vitest'")) return 'vitest'
  if (text.includes("from '@jest/globals'")) return 'jest'
  return text.includes("from 'node:test'") ? 'node:test' : 'node'
}

/**
 * Returns the recipes of the documents: blocks that name a file, also for other versions or modes of its runner, and snippets of
 * the file for node:test. Of those for browsers, only the ones that need Playwright or Storybook.
 */
export function readRecipes({ tests, browsers }: MockPages): Recipe[] {
  const blocks = blocksOf(tests)
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
    ...(block.text.includes('document.') && { options: withForms }),
  }))
  const pieces = blocks.filter(({ name }) => name === undefined).map(({ text }) => text)
  const [head = ''] = (
    recipes.find(({ runner }) => runner === 'node:test')?.files['rooms.node.test.js'] ?? ''
  ).split(/^test\(/m)
  const file = 'pieces.test.js'
  const text = [head, ...pieces].join('\n')
  return [
    ...recipes,
    ...recipes.flatMap(recipe => variants[recipe.name]?.(recipe) ?? []),
    { name: 'What a test can do', runner: 'node:test', files: { ...shared, [file]: text }, file },
    ...inBrowsers(blocksOf(browsers)),
  ]
}

/** Returns the recipes for browsers that need their tool. */
function inBrowsers(blocks: readonly Block[]): Recipe[] {
  const textOf = (name: string) => blocks.find(block => block.name === name)?.text ?? ''
  const recipe = (runner: Recipe['runner'], file: string, files: Record<string, string>): Recipe => ({
    ...{ name: file, runner, file },
    files: { ...files, [file]: textOf(file) },
  })
  const stories = { ...storybookFiles, 'src/Rooms.stories.ts': textOf('src/Rooms.stories.ts') }
  return [
    recipe('playwright', 'tests/routes.spec.ts', playwrightFiles),
    recipe('playwright', 'e2e/rooms.spec.ts', playwrightServerFiles(textOf('playwright.config.ts'))),
    recipe('storybook', '.storybook/preview.ts', stories),
    recipe('storybook', '.storybook/preview.tsx', stories),
  ]
}

/** Jest's option for the environment of its page. */
const withForms = ['--env', './jest-environment.mjs']

/** Other ways to run a recipe, by its name. */
const variants: Record<string, (recipe: Recipe) => Recipe[]> = {
  'rooms.vitest.test.js': recipe =>
    ['threads', 'vmThreads', 'vmForks'].map(pool =>
      changed(recipe, `in ${pool}`, { options: ['--pool', pool] }),
    ),
  'rooms.react.test.jsx': recipe => [
    changed(recipe, 'in happy-dom and vmThreads', {
      files: replaced(recipe, '@vitest-environment jsdom', '@vitest-environment happy-dom'),
      options: ['--pool', 'vmThreads'],
      // MSW 3 needs BroadcastChannel there.
      msw: '2',
    }),
    changed(recipe, 'in Jest with jsdom and Babel', {
      runner: 'jest with Babel',
      files: { ...replaced(recipe, "from 'vitest'", "from '@jest/globals'"), ...babelFiles },
      options: withForms,
    }),
  ],
  'rooms.jest.test.js': recipe => [
    changed(recipe, 'with Babel', { runner: 'jest with Babel', files: { ...recipe.files, ...babelFiles } }),
    changed(recipe, 'with jsdom', { options: withForms }),
  ],
  'slow.jest.test.js': recipe => [changed(recipe, 'with jsdom', { options: withForms })],
  'bookings.ts': recipe =>
    ['typescript', 'typescript-5.9', 'typescript-5.4'].map(name =>
      changed(recipe, `and every entry point in ${name}`, {
        package: name,
        files: { ...recipe.files, ...typescriptFiles },
      }),
    ),
}

const changed = (recipe: Recipe, what: string, change: Partial<Recipe>): Recipe => ({
  ...recipe,
  name: `${recipe.name} ${what}`,
  ...change,
})

const replaced = ({ files, file }: Recipe, text: string, by: string): Record<string, string> => ({
  ...files,
  [file]: files[file]?.replace(text, by) ?? '',
})

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The mock's documents in Markdown. */
export interface MockPages {
  /** For tests in Node.js. */
  tests: string
  /** For pages in a browser. */
  browsers: string
}

/** The pages of `docs/recipes`, by what runs their examples: recipes.ts, browser-recipes.full.test.ts, or angular.ts. */
export const recipePages = {
  tests: ['vitest', 'testing-library', 'tanstack-query', 'jest', 'uvu'],
  browsers: ['vite', 'import-map', 'storybook', 'playwright'],
  angular: ['angular'],
}

const browserSection = /^## In a browser\n.*?(?=^## )/ms

/** Reads the mock's README and the recipes in a folder: the root of the repository, or of the package. */
export async function readPages(root = '.'): Promise<MockPages> {
  const recipes = async (names: string[]) =>
    await Promise.all(names.map(name => readFile(join(root, 'docs', 'recipes', `${name}.md`), 'utf8')))
  const readme = await readFile(join(root, 'mock', 'README.md'), 'utf8')
  const [section = ''] = browserSection.exec(readme) ?? []
  const [tests, browsers] = await Promise.all([recipes(recipePages.tests), recipes(recipePages.browsers)])
  return {
    tests: [readme.replace(section, ''), ...tests].join('\n'),
    browsers: [section, ...browsers].join('\n'),
  }
}

/**
 * Runs every recipe of the mock with its runner, in a project in which schedkit is installed.
 *
 *     node dist/mock/testing/recipes.js FOLDER [RUNNER...]
 *
 * FOLDER has schedkit and the runners in its node_modules: see .ci/full. Without the names of runners, all are run.
 */
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { readPages } from './read-pages.js'
import { type Recipe, readRecipes } from './read-recipes.js'
import { runRecipe } from './run-recipe.js'

const print = (line: string) => process.stdout.write(`${line}\n`)

const [folder = '.', ...runners] = process.argv.slice(2)
const project = resolve(folder)
const { version }: { version: string } = createRequire(join(project, 'package.json'))('msw/package.json')
const recipes = readRecipes(await readPages(join(project, 'node_modules', 'schedkit'))).filter(
  ({ runner, msw = '' }) => (runners.length === 0 || runners.includes(runner)) && version.startsWith(msw),
)
let failed = 0

/** Runs recipes in sequence: some of their tools share a cache. */
async function runAll(some: readonly Recipe[]): Promise<void> {
  for (const recipe of some) {
    const { code, output } = await runRecipe(recipe, project)
    print(`${code === 0 ? 'ok    ' : 'FAILED'} ${recipe.runner.padEnd(10)} ${recipe.name}`)
    if (code === 0) continue
    failed++
    print(output)
  }
}

// Compilers use one CPU and share nothing with the others, so they run in parallel.
const isCompiled = ({ runner }: Recipe) => runner === 'typescript'
await Promise.all([runAll(recipes.filter(isCompiled)), runAll(recipes.filter(recipe => !isCompiled(recipe)))])
print(`${recipes.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 && recipes.length > 0 ? 0 : 1

/**
 * Runs every recipe of the mock in a project in which schedkit is installed, with the runner it is for.
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

/** Runs recipes one after the other: some of their tools share a cache. */
async function runAll(some: readonly Recipe[]): Promise<void> {
  for (const recipe of some) {
    const { code, output } = await runRecipe(recipe, project)
    print(`${code === 0 ? 'ok    ' : 'FAILED'} ${recipe.runner.padEnd(10)} ${recipe.name}`)
    if (code === 0) continue
    failed++
    print(output)
  }
}

// Compilers use one processor and nothing that the others use.
const isCompiled = ({ runner }: Recipe) => runner === 'typescript'
await Promise.all([runAll(recipes.filter(isCompiled)), runAll(recipes.filter(recipe => !isCompiled(recipe)))])
print(`${recipes.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 && recipes.length > 0 ? 0 : 1

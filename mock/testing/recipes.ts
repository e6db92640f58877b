/**
 * Runs every recipe of the mock's README in a project in which schedkit is installed, with the runner it is for.
 *
 *     node dist/mock/testing/recipes.js FOLDER
 *
 * FOLDER has schedkit and all the runners in its node_modules: see .ci/run.
 */
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Recipe, readRecipes } from './read-recipes.js'
import { runRecipe } from './run-recipe.js'

const print = (line: string) => process.stdout.write(`${line}\n`)

const project = resolve(process.argv[2] ?? '.')
const recipes = readRecipes(
  await readFile(join(project, 'node_modules', 'schedkit', 'mock', 'README.md'), 'utf8'),
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
print(`${recipes.length - failed} of ${recipes.length} recipes work`)
process.exitCode = failed === 0 && recipes.length > 0 ? 0 : 1

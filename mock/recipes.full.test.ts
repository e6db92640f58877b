import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { withInstalled } from './testing/installed.js'
import { readPages } from './testing/read-pages.js'
import { readRecipes } from './testing/read-recipes.js'
import { runRecipe } from './testing/run-recipe.js'

/*
 * Complete programs and their compilation, in a project in which schedkit is installed.
 */

const recipes = readRecipes(await readPages())

const test = suite('recipes in an installed project')

// The others are run if their runners are installed.
const isHere = ({ runner, package: name = '' }: (typeof recipes)[number]) =>
  !/^(?:vitest|jest|playwright|storybook)/.test(runner) && !name.includes('-')
for (const recipe of recipes.filter(isHere)) {
  test(`${recipe.name} works as printed`, async () => {
    const { code, output } = await withInstalled(folder => runRecipe(recipe, folder))

    assert.is(code, 0, output)
    const expected = recipe.files[recipe.file]?.match(/^test\('/gm)?.length ?? 0
    if (recipe.runner === 'node:test') assert.match(output, new RegExp(`^(?:#|ℹ) pass ${expected}$`, 'm'))
  })
}

test('given a CommonJS program, then it loads the CommonJS builds', async () => {
  const text = `
    const { demo } = require('schedkit/fixtures')
    const { startMock } = require('schedkit/mock/node')
    const mock = startMock({ baseUrl: 'https://api.test', seed: demo({ now: 0 }), auth: 'as:mira@ribeira.example' })
    fetch('https://api.test/v1/users/me').then(async answer => {
      console.log((await answer.json()).data.firstname, require.resolve('schedkit/mock'))
      mock.close()
    })`

  const stdout = await withInstalled(async folder => {
    await writeFile(join(folder, 'program.cjs'), text)
    return (await promisify(execFile)(process.execPath, ['program.cjs'], { cwd: folder })).stdout
  })

  assert.match(stdout, /^Mira .*node\.cjs$/m)
})

test('a wrong recipe fails', async () => {
  const [recipe] = recipes
  const text = recipe?.files[recipe.file]?.replace("'Attic')", "'Cellar')") ?? ''
  const wrong = {
    ...recipe,
    files: { ...recipe?.files, [recipe?.file ?? '']: text },
  } as (typeof recipes)[number]

  const { code, output } = await withInstalled(folder => runRecipe(wrong, folder))

  assert.is.not(code, 0)
  assert.match(output, 'Attic')
})

test.run()

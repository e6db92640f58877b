import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { findChromium } from './chromium.js'
import type { Recipe } from './read-recipes.js'
import { openDocs } from './storybook.js'

/** The result of a recipe: 0 means success. */
export interface RecipeResult {
  code: number
  output: string
}

const bundled = ['--strict', '--skipLibCheck', '--ignoreConfig', '--target', 'es2022', '--module', 'esnext']

/** The program of a runner in its package, and its arguments. */
function programOf({ runner, file, files, options = [], package: name = 'typescript' }: Recipe): string[] {
  const programs: Record<Recipe['runner'], string[]> = {
    node: [file],
    'node:test': ['--test', file],
    vitest: ['vitest/vitest.mjs', 'run', ...options, file],
    jest: ['jest/bin/jest.js', ...options, file],
    'jest with Babel': ['jest/bin/jest.js', ...options, file],
    playwright: ['@playwright/test/cli.js', 'test', file],
    storybook: ['storybook/dist/bin/dispatcher.js', 'build', '--quiet', '--disable-telemetry'],
    typescript: [
      'typescript/bin/tsc',
      ...['--noEmit', '--pretty', 'false'],
      // The compiler of this name has several checkers, which check shared types once each.
      ...(name === 'typescript' ? ['--checkers', '1'] : []),
      ...(files['tsconfig.json'] === undefined
        ? [...bundled, '--moduleResolution', 'bundler', '--lib', 'es2023,dom', file]
        : []),
    ],
  }
  return programs[runner]
}

/** The arguments for Node.js that run a recipe; its packages are in `modules`. */
function argumentsOf(recipe: Recipe, modules: string): string[] {
  const [program = '', ...rest] = programOf(recipe)
  if (recipe.runner.startsWith('node')) return [program, ...rest]
  const path = join(modules, program.replace(/^typescript/, recipe.package ?? 'typescript'))
  return [...(recipe.runner === 'jest' ? ['--experimental-vm-modules'] : []), path, ...rest]
}

/** Matches a compiler error in the declarations of another package, such as those of MSW in TypeScript 5.4. */
const inOthers = /^\S*node_modules\/(?!schedkit\/)\S+: error TS/

/** Writes the files of a recipe into a folder of the project, and runs it as its page says. */
export async function runRecipe(recipe: Recipe, project: string): Promise<RecipeResult> {
  const folder = join(project, 'recipes', recipe.name.replaceAll('/', '-'))
  const files = { 'package.json': '{"type":"module"}', ...recipe.files }
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  const args = argumentsOf(recipe, join(project, 'node_modules'))
  const env = { ...process.env, CHROMIUM: findChromium(), CI: 'true', NO_COLOR: '1', FORCE_COLOR: '0' }
  const run = promisify(execFile)(process.execPath, args, { cwd: folder, env, timeout: 120_000 })
  const {
    code = 0,
    stdout,
    stderr,
  } = await run.then(
    done => ({ ...done, code: 0 }),
    (error: { code?: number; stdout: string; stderr: string }) => ({ ...error, code: error.code ?? 1 }),
  )
  const errors = stdout.split('\n').filter(line => / error TS\d+: /.test(line))
  const isOfOthers =
    recipe.runner === 'typescript' && errors.length > 0 && errors.every(line => inOthers.test(line))
  const output = stdout + stderr
  if (recipe.runner === 'storybook' && code === 0) return await storiesIn(folder, output)
  return { code: isOfOthers ? 0 : code, output }
}

/** The story that is shown first is shown again below. */
const stories = ['5 rooms', '5 rooms', '5 rooms', 'Status 503'].join()

async function storiesIn(folder: string, output: string): Promise<RecipeResult> {
  const shown = (await openDocs(join(folder, 'storybook-static'), 4)).join()
  return { code: shown === stories ? 0 : 1, output: `${output}\nThe stories show ${shown}, not ${stories}.` }
}

import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Recipe } from './read-recipes.js'

/** How a recipe ended: 0 means success. */
export interface RecipeResult {
  code: number
  output: string
}

/** The arguments for Node.js that run a recipe; its packages are in `modules`. */
function commandOf({ runner, file, options = [] }: Recipe, modules: string): string[] {
  const commands: Record<Recipe['runner'], string[]> = {
    node: [file],
    'node:test': ['--test', file],
    vitest: [join(modules, 'vitest', 'vitest.mjs'), 'run', ...options, file],
    jest: ['--experimental-vm-modules', join(modules, 'jest', 'bin', 'jest.js'), file],
    'jest with CommonJS': [join(modules, 'jest', 'bin', 'jest.js'), file],
    typescript: [
      join(modules, 'typescript', 'bin', 'tsc'),
      ...['--noEmit', '--strict', '--skipLibCheck', '--pretty', 'false', '--ignoreConfig'],
      ...[
        '--target',
        'es2022',
        '--module',
        'esnext',
        '--moduleResolution',
        'bundler',
        '--lib',
        'es2023,dom',
        file,
      ],
    ],
  }
  return commands[runner]
}

/** Writes the files of a recipe into a folder of the project, and runs it as the README says. */
export async function runRecipe(recipe: Recipe, project: string): Promise<RecipeResult> {
  const folder = join(project, 'recipes', recipe.name)
  await mkdir(folder, { recursive: true })
  const type = recipe.runner === 'jest with CommonJS' ? 'commonjs' : 'module'
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type }))
  for (const [name, text] of Object.entries(recipe.files)) await writeFile(join(folder, name), text)
  const args = commandOf(recipe, join(project, 'node_modules'))
  const env = { ...process.env, CI: 'true', NO_COLOR: '1', FORCE_COLOR: '0' }
  const run = promisify(execFile)(process.execPath, args, { cwd: folder, env, timeout: 120_000 })
  const {
    code = 0,
    stdout,
    stderr,
  } = await run.then(
    done => ({ ...done, code: 0 }),
    (error: { code?: number; stdout: string; stderr: string }) => ({ ...error, code: error.code ?? 1 }),
  )
  return { code, output: stdout + stderr }
}

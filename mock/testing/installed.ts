import { copyFile, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The build under test. */
const built = fileURLToPath(new URL('../..', import.meta.url))

/** Packages in the project in addition to schedkit. */
const packages = ['msw', 'uvu', 'undici', 'typescript']

/** Runs work in an empty project in which schedkit is installed as packed. */
export async function withInstalled<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'installed-')))
  const modules = join(folder, 'node_modules')
  try {
    await mkdir(join(modules, 'schedkit'), { recursive: true })
    await copyFile('package.json', join(modules, 'schedkit', 'package.json'))
    await symlink(built, join(modules, 'schedkit', 'dist'))
    for (const name of packages)
      await symlink(await realpath(join('node_modules', name)), join(modules, name))
    await writeFile(join(folder, 'package.json'), '{"name":"empty","type":"module"}')
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

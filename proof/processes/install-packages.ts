import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Packages with versions that are not dependencies of the project. */
interface Installation {
  /** The name of the folder in the system's temporary directory. */
  name: string
  packages: Readonly<Record<string, string>>
}

/**
 * Installs packages into a folder of the system's temporary directory, unless they are already there.
 *
 * @returns the folder
 * @throws {Error} if npm cannot install them
 */
export async function installPackages(
  installation: Installation,
  tell: (line: string) => void,
): Promise<string> {
  const folder = join(tmpdir(), `schedkit-${installation.name}-node-${process.versions.node}`)
  const file = join(folder, 'package.json')
  mkdirSync(folder, { recursive: true })
  if (!existsSync(file)) writeFileSync(file, '{}')
  // npm adds a dependency to package.json only once it is completely installed.
  const { dependencies = {} } = JSON.parse(readFileSync(file, 'utf8'))
  if (Object.keys(installation.packages).every(name => name in dependencies)) return folder
  const names = Object.entries(installation.packages).map(([name, version]) => `${name}@${version}`)
  tell(`Installing ${names.join(', ')} in ${folder}; what has to be compiled takes minutes`)
  const args = ['install', '--no-audit', '--no-fund', '--loglevel', 'error', '--prefix', folder, ...names]
  await promisify(execFile)('npm', args).catch(({ stderr }) => {
    const [, reason = stderr] = /^npm error (?:code )?(.+)/m.exec(stderr) ?? []
    throw new Error(`npm cannot install ${names.join(', ')}: ${reason}`)
  })
  return folder
}

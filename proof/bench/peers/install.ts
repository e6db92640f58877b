/*
 * What is compared with schedkit, and autocannon. They are no dependencies: npm installs them when they are first needed.
 */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** From this version on better-sqlite3 brings its binary along and needs Node 22; earlier ones may be compiled. */
const sqlite = Number(process.versions.node.split('.')[0]) >= 22 ? '13' : '12'

/** Major versions by name. */
export const peerPackages = { fastify: '5', 'better-sqlite3': sqlite, 'json-server': '0.17' }

const folder = join(tmpdir(), `schedkit-bench-node-${process.versions.node}`)
const read = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'))

export const installedVersion = (name: string): string => read(`node_modules/${name}/package.json`).version

/**
 * Installs packages into a folder in the system's temporary directory, unless they are there.
 *
 * @param packages versions by name
 * @returns the folder
 * @throws {Error} if npm cannot install them
 */
export async function install(
  packages: Record<string, string>,
  tell: (line: string) => void,
): Promise<string> {
  mkdirSync(folder, { recursive: true })
  if (!existsSync(join(folder, 'package.json')))
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
  // npm adds a dependency once it is completely installed.
  const { dependencies = {} } = read('package.json')
  const missing = Object.entries(packages).filter(([name]) => !(name in dependencies))
  if (missing.length === 0) return folder
  const names = missing.map(([name, version]) => `${name}@${version}`)
  const isCompiled = 'better-sqlite3' in packages && sqlite === '12'
  tell(`Installing ${names.join(', ')} in ${folder}${isCompiled ? '; compiling SQLite takes a minute' : ''}`)
  const begin = performance.now()
  const options = ['--no-audit', '--no-fund', '--loglevel', 'error']
  try {
    const shell = process.platform === 'win32'
    await run('npm', ['install', ...options, '--prefix', folder, ...names], { shell })
  } catch (error) {
    const [, code = error] =
      /^npm error (?:code )?(.+)/m.exec(String((error as { stderr?: string }).stderr)) ?? []
    throw new Error(`npm cannot install ${names.join(', ')}: ${code}`, { cause: error })
  }
  tell(`Installed in ${((performance.now() - begin) / 1000).toFixed(0)} s`)
  return folder
}

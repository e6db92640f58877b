/*
 * What is compared with schedkit. The packages are no dependencies: npm installs them when they are first needed.
 */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** From this version on better-sqlite3 brings its binary along and needs Node 22; earlier ones may be compiled. */
const sqlite = Number(process.versions.node.split('.')[0]) >= 22 ? '13' : '12'
const packages = { fastify: '5', 'better-sqlite3': sqlite, 'json-server': '0.17' }

const folder = join(tmpdir(), `schedkit-bench-node-${process.versions.node}`)
const read = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'))

/** Names with versions. */
export const installedPeers = (): string[] =>
  Object.keys(packages).map(name => `${name} ${read(`node_modules/${name}/package.json`).version}`)

/**
 * Installs the peers into a folder in the system's temporary directory, unless they are there.
 *
 * @returns the folder
 * @throws {Error} if npm cannot install them
 */
export async function installPeers(tell: (line: string) => void): Promise<string> {
  mkdirSync(folder, { recursive: true })
  if (!existsSync(join(folder, 'package.json'))) writeFileSync(join(folder, 'package.json'), '{}')
  // npm adds a dependency once it is completely installed.
  const { dependencies = {} } = read('package.json')
  if (Object.keys(packages).every(name => name in dependencies)) return folder
  const names = Object.entries(packages).map(([name, version]) => `${name}@${version}`)
  tell(`Installing ${names.join(', ')} in ${folder}; SQLite may have to be compiled, which takes minutes`)
  const args = ['install', '--no-audit', '--no-fund', '--loglevel', 'error', '--prefix', folder, ...names]
  await promisify(execFile)('npm', args).catch(({ stderr }) => {
    const [, reason = stderr] = /^npm error (?:code )?(.+)/m.exec(stderr) ?? []
    throw new Error(`npm cannot install ${names.join(', ')}: ${reason}`)
  })
  return folder
}

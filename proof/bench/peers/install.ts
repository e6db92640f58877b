/*
 * What is compared with schedkit. The packages are no dependencies: npm installs them when they are first needed.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOf, installPackages } from '../../processes/install-packages.js'

/** From this version on better-sqlite3 brings its binary along and needs Node 22; earlier ones may be compiled. */
const sqlite = Number(process.versions.node.split('.')[0]) >= 22 ? '13' : '12'
const peers = { name: 'bench', packages: { fastify: '5', 'better-sqlite3': sqlite } }

const versionOf = (name: string): string =>
  JSON.parse(readFileSync(join(folderOf(peers), 'node_modules', name, 'package.json'), 'utf8')).version

/** Names with versions. */
export const installedPeers = (): string[] =>
  Object.keys(peers.packages).map(name => `${name} ${versionOf(name)}`)

/**
 * Installs the peers, unless they are there.
 *
 * @returns the folder
 * @throws {Error} if npm cannot install them
 */
export const installPeers = (tell: (line: string) => void): Promise<string> => installPackages(peers, tell)

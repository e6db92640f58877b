import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClock, type LoadableSeed, loadSeed } from './core/index.js'
import { serverDefaults } from './defaults.js'
import { checkedSeed, type ServerOptions } from './options.js'
import { createPasswords } from './passwords/index.js'
import { randomIds } from './secrets.js'
import { copyData, DataError, isDatabase, openStore } from './storage/index.js'

/** What is loaded, as for `startServer`. */
export type ImportOptions = Pick<ServerOptions, 'seed' | 'uniqueNames' | 'requestRateLimit'>

/**
 * Loads a seed into an empty place, completely or not at all: a directory, or the URL of a database without accounts.
 *
 * @throws {SeedError} if the seed is invalid
 * @throws {DataError} if the place cannot be used, or is not empty
 */
export async function importData(place: string, options: ImportOptions): Promise<void> {
  const { uniqueNames = serverDefaults.uniqueNames } = options
  const seed = checkedSeed(options.seed, uniqueNames)
  if (!isDatabase(place)) return fillDirectory(place, seed, options)
  // Copying into a database is several times faster than creating objects one by one.
  const folder = await mkdtemp(join(tmpdir(), 'schedkit-import-'))
  try {
    const directory = join(folder, 'data')
    await fillDirectory(directory, seed, options)
    await copyData(directory, place)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function fillDirectory(data: string, seed: LoadableSeed, options: ImportOptions): Promise<void> {
  const { uniqueNames = serverDefaults.uniqueNames, requestRateLimit = serverDefaults.requestRateLimit } =
    options
  const store = await openStore({ uniqueNames, data, notify: () => {} })
  const passwords = createPasswords()
  try {
    if (store.isSeeded) throw new DataError(data, 'there is data in it already', 'Choose a new directory.')
    const ports = { store, passwords, clock: createClock(Date.now) }
    const settings = { requestRateLimit }
    await store.seedFirst(() => loadSeed(seed, { ports, settings, idOf: randomIds.user }))
  } finally {
    await store.close()
  }
}

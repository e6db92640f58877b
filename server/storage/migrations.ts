import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The schema versions of an engine. */
export interface Migrations {
  /** The oldest version: nothing earlier was released. */
  first: number
  newest: number
  /** The SQL of each version after this one; 0 for an empty database. */
  after(version: number): string[]
}

const requireHere = createRequire(import.meta.url)

/**
 * Reads the migrations from these files, whose names begin with the version that they create; the first creates all tables.
 * Released ones never change: add new ones at the end. The build puts them beside the bundles.
 */
export function migrationsIn(engine: 'sqlite' | 'postgres', files: readonly string[]): Migrations {
  const folder = join(dirname(requireHere.resolve('schedkit/package.json')), 'dist', engine, 'migrations')
  const versions = files.map(name => Number.parseInt(name, 10))
  return {
    first: versions[0] ?? 0,
    newest: versions.at(-1) ?? 0,
    after: version =>
      files
        .filter((_, place) => (versions[place] as number) > version)
        .map(name => readFileSync(join(folder, name), 'utf8')),
  }
}

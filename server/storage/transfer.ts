import type { UniqueNames } from '../core/index.js'
import {
  type Counts,
  type DataReader,
  type DataReport,
  type DataWriter,
  kinds,
  type ReportProgress,
  sumOf,
} from './data-rows.js'
import { DataError } from './errors.js'
import { type Export, exportRows } from './export-rows.js'
import { nameOf } from './postgres/address.js'
import { checkDirectory } from './sqlite/disk/check-data.js'
import { readDirectory } from './sqlite/disk/data-reader.js'
import { fillDirectory } from './sqlite/disk/data-writer.js'

/*
 * The operations of `schedkit data` on a place: the directory of a server or the URL of its database.
 */

/** Whether a place is the URL of a database; anything else is a directory. */
export const isDatabase = (place: string): boolean => /^postgres(ql)?:/i.test(place)

/** Reads the data of a place, which may be in use. For a directory, unreadable parts can be reported as missing. */
async function reading<T>(
  place: string,
  work: (reader: DataReader) => Promise<T>,
  missing?: string[],
): Promise<T> {
  try {
    if (!isDatabase(place)) return await readDirectory(place, work, missing)
    const { readDatabase } = await import('./postgres/data-reader.js')
    return await readDatabase(place, work)
  } catch (error) {
    // Errors of the system, the network and PostgreSQL have a code; they may come from the other place.
    if (error instanceof DataError || (error as { code?: unknown }).code !== undefined) throw error
    const name = isDatabase(place) ? nameOf(place) : place
    const what = error instanceof SyntaxError ? 'a stored text is damaged' : 'a row in it is damaged'
    throw new DataError(name, `${what}: ${(error as Error).message}`, 'Run schedkit data check.', {
      cause: error,
    })
  }
}

async function filling(
  place: string,
  uniqueNames: DataReader['uniqueNames'],
  work: (writer: DataWriter) => Promise<void>,
): Promise<void> {
  if (!isDatabase(place)) return fillDirectory(place, uniqueNames, work)
  const { fillDatabase } = await import('./postgres/data-writer.js')
  return fillDatabase(place, uniqueNames, work)
}

/**
 * Creates or migrates the tables of a database, so that the role of a server need not have the privilege. Returns the
 * versions of the tables before (0 for new ones) and after.
 *
 * @throws {DataError} if that is not possible; nothing is changed
 */
export async function migrateDatabase(
  url: string,
  uniqueNames: UniqueNames,
): Promise<{ before: number; now: number }> {
  const { migrateDatabase } = await import('./postgres/schema.js')
  return migrateDatabase(url, uniqueNames)
}

/**
 * Reads all data of a place and reports errors. Nothing is changed, and a server may be running.
 *
 * @throws {DataError} if the data cannot be read at all
 */
export async function checkData(place: string, report?: ReportProgress): Promise<DataReport> {
  if (!isDatabase(place)) return checkDirectory(place)
  const { checkDatabase } = await import('./postgres/check-data.js')
  return checkDatabase(place, report)
}

/**
 * Writes the data of a place as a seed, in pieces: passwords as hashes, times in UTC. A server that starts from it has the
 * same accounts, but new ids. Damaged data is omitted.
 *
 * @throws {DataError} if the data cannot be read
 */
export function exportData(
  place: string,
  write: (text: string) => Promise<void>,
  report?: ReportProgress,
): Promise<Export> {
  const missing: string[] = []
  return reading(place, reader => exportRows(reader, { write, report, missing }), missing)
}

/**
 * Copies all data of a place into an empty one: a directory without data, or a database without accounts. Ids, dates and
 * password hashes are preserved. A server may be using the source; the copy has its state at the start. The target stays
 * empty unless everything is copied.
 *
 * @throws {DataError} if the data cannot be read, or the other place is not empty
 */
export function copyData(from: string, to: string, report: ReportProgress = () => {}): Promise<Counts> {
  return reading(from, async reader => {
    const counts = await reader.counts()
    const total = sumOf(counts)
    let done = 0
    await filling(to, reader.uniqueNames, async writer => {
      for (const kind of kinds) {
        for await (const rows of reader.rows(kind)) {
          await writer.write(kind, rows as never)
          done += rows.length
          report(done, total)
        }
      }
      const lastIds = await reader.lastIds()
      await reader.verify()
      await writer.finish(lastIds)
    })
    return counts
  })
}

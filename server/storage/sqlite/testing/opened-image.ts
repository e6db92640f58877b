import type { Repositories } from '../../../core/index.js'
import type { DataNote } from '../../errors.js'
import { dataFiles } from '../disk/data-files.js'
import { inspect, refuseDamaged } from '../disk/inspection.js'
import { openFiles } from '../disk/open-files.js'
import type { Disk } from '../files/disk.js'
import { createRepositories } from '../repositories.js'
import { createStatements } from '../statements.js'

/** The paths of the files of an image. */
export const imageFiles = dataFiles('/image')

export interface OpenedImage {
  rows: Repositories
  notes: DataNote[]
  /** The result of SQLite's integrity check. */
  integrity(): unknown
  end(): void
}

/** Opens files as a starting server does, but without the lock, which an image does not need. */
export async function openImage(disk: Disk): Promise<OpenedImage> {
  const notes: DataNote[] = []
  const inspection = inspect(disk, imageFiles)
  refuseDamaged(inspection, imageFiles)
  const { database, mounted, mark } = await openFiles({
    disk,
    files: imageFiles,
    inspection,
    notify: note => void notes.push(note),
  })
  return {
    rows: createRepositories(createStatements(database)),
    notes,
    integrity: () => database.rows('PRAGMA integrity_check').flat().join(),
    end() {
      mounted.seal()
      database.close()
      mark.close()
    },
  }
}

/** Returns the files of a directory under their names in an image. */
export function imageOf(
  contents: ReadonlyMap<string, Uint8Array>,
  directory: string,
): Map<string, Uint8Array> {
  return new Map([...contents].map(([path, bytes]) => [path.replace(directory, imageFiles.directory), bytes]))
}

import type { Repositories } from '../../../core/index.js'
import type { DataNote } from '../../errors.js'
import { dataFiles } from '../disk/data-files.js'
import { inspect, refuseDamaged } from '../disk/inspection.js'
import { openFiles } from '../disk/open-files.js'
import type { Disk } from '../files/disk.js'
import { createRepositories } from '../repositories.js'
import { createStatements } from '../statements.js'

/** Where the files of an image are. */
export const imageFiles = dataFiles('/image')

export interface OpenedImage {
  rows: Repositories
  notes: DataNote[]
  /** What SQLite finds that is wrong with the whole of it. */
  integrity(): unknown
  end(): void
}

/** Opens files as a server does that starts, without the lock, which has no place in an image. */
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

/** The files of a directory under the names they have in an image. */
export function imageOf(
  contents: ReadonlyMap<string, Uint8Array>,
  directory: string,
): Map<string, Uint8Array> {
  return new Map([...contents].map(([path, bytes]) => [path.replace(directory, imageFiles.directory), bytes]))
}

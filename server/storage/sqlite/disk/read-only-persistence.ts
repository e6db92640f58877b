import { Unavailable } from '../../../core/index.js'
import { DataError, type Notify } from '../../errors.js'
import { openMounted } from '../engine.js'
import type { Disk } from '../files/disk.js'
import { mount } from '../files/mounted.js'
import { createReadOnlyDisk } from '../files/read-only-disk.js'
import { memoryPersistence, type Persistence } from '../persistence.js'
import type { DataFiles } from './data-files.js'
import { isFull } from './failures.js'

/** Whether data could not be opened because its disk is full. */
export function isWithoutRoom(error: unknown): boolean {
  const cause = error instanceof DataError ? error.cause : error
  return isFull(cause) || (cause as NodeJS.ErrnoException | undefined)?.code === 'ENOSPC'
}

/** The data on a disk without room for a log: it can be read, and every write is refused until the next start. */
export async function readOnlyPersistence(
  disk: Disk,
  files: DataFiles,
  notify: Notify,
): Promise<Persistence> {
  const mounted = mount(createReadOnlyDisk(disk), files.database)
  const database = await openMounted(mounted)
  const { directory } = files
  notify({
    event: 'storage full',
    message: `The disk of ${directory} is full, and there is no reserve. The data can be read, but nothing can be written: make room, and restart the server.`,
    directory,
  })
  return {
    ...memoryPersistence(database),
    isFull: () => true,
    transaction() {
      throw new Unavailable('full')
    },
    async close() {
      mounted.seal()
      database.close()
    },
  }
}

import { backupData } from '../../server/index.js'

/** Makes a backup and says where it is. */
export async function writeBackup(directory: string, file: string): Promise<void> {
  const backup = await backupData(directory, file)
  const size = (backup.size / 2 ** 20).toFixed(1)
  process.stdout.write(
    `${backup.file}: ${size} MiB, checked. To serve it, put it into a directory of its own as schedkit.db.\n`,
  )
}

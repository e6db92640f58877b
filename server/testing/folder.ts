import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders: string[] = []
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Creates a folder that is removed when the process ends. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'schedkit-'))
  folders.push(folder)
  return folder
}

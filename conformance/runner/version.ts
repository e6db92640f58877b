import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Name and version of this kit, for reports: `schedkit 0.1.0`. */
export async function kitVersion(): Promise<string> {
  let folder = dirname(fileURLToPath(import.meta.url))
  for (;;) {
    const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined)
    if (text !== undefined) {
      const { name, version } = JSON.parse(text) as { name: string; version: string }
      return `${name} ${version}`
    }
    if (dirname(folder) === folder) throw new Error('There is no package.json above the kit.')
    folder = dirname(folder)
  }
}

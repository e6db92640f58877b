import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { markOf } from './instrument.js'

const parts = ['areas', 'runner'] as const

/** A mark of all that the kit judges by: where it differs, what survived is tried again. */
export async function markOfKit(root: string): Promise<string> {
  const texts: string[] = []
  for (const part of parts) {
    const folder = join(root, 'conformance', part)
    const names = (await readdir(folder, { recursive: true })).filter(name => /(?<!\.test)\.ts$/.test(name))
    for (const name of names.sort()) texts.push(name, await readFile(join(folder, name), 'utf8'))
  }
  return markOf(texts.join('\n'))
}

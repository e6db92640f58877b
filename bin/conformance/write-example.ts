import { writeFile } from 'node:fs/promises'
import { targetExample } from '../../conformance/index.js'
import { UsageError } from '../usage-error.js'

export async function writeExample(file: string): Promise<void> {
  if (file === '-') {
    process.stdout.write(targetExample)
    return
  }
  await writeFile(file, targetExample, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'EEXIST' ? 'it exists already; name another file' : error.message
    throw new UsageError(`Failed to write ${file}: ${reason}.`)
  })
  process.stdout.write(
    `${file} is written. Fill in your server, an owner and the accounts, then:\n  schedkit conformance run --target ${file}\n`,
  )
}

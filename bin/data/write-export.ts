import { once } from 'node:events'
import { exportData } from '../../server/index.js'

const chunk = 2 ** 16

/** Writes data as a seed on the standard output, and on the standard error what a seed can't hold. */
export async function writeExport(directory: string): Promise<void> {
  const { stdout } = process
  // Who reads has seen enough: `schedkit data export my-data | head`.
  stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  let pending = ''
  const flush = async () => {
    const text = pending
    pending = ''
    if (!stdout.write(text)) await once(stdout, 'drain')
  }
  const { counts, left } = await exportData(directory, async text => {
    pending += text
    if (pending.length > chunk) await flush()
  })
  await flush()
  const parts = Object.entries(counts).map(([kind, count]) => `${count.toLocaleString('en')} ${kind}`)
  process.stderr.write(`${parts.join(', ')}. Not in it: ${left.join('; ')}.\n`)
}

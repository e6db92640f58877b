import type { ReportProgress } from '../../server/index.js'
import { positional } from '../options.js'
import { createProgressBar } from '../progress-bar.js'
import { counted } from '../terminal.js'

/* Shared by the commands of `schedkit data`. */

export const place = positional('The directory of schedkit serve --data, or the URL of its --database')

/** Shows the number of processed rows on standard error until the work ends. */
export async function withProgress<T>(
  work: (report: ReportProgress) => Promise<T>,
  hidden = false,
): Promise<T> {
  const bar = createProgressBar(process.stderr)
  try {
    return await work((done, total) => hidden || bar.show({ done, total, noun: 'rows' }))
  } finally {
    bar.end()
  }
}

/** Formats the number of rows of each kind: `3 users, 1 schedule`. */
export const totals = (counts: object) =>
  Object.entries(counts)
    .map(([name, count]) => counted(count, name.slice(0, -1)))
    .join(', ')

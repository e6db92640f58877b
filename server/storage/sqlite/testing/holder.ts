/** Opens the data of a directory and keeps it open; sends `open`, or the error, to the parent process. */
import { openSqlStore } from '../../index.js'

const [directory = ''] = process.argv.slice(2)
await openSqlStore({ data: { directory } }).then(
  () => process.send?.('open'),
  error => process.send?.(String(error)),
)
setInterval(() => {}, 1_000)
process.once('disconnect', () => process.exit())

/** Runs the whole service on a data directory, for tests that kill it; sends its port to the parent process. */
import { createClock, createService, parseSeed } from '../../../core/index.js'
import { listen } from '../../../http/index.js'
import { createPasswords } from '../../../passwords/index.js'
import { randomIds } from '../../../secrets.js'
import { type DataNote, openSqlStore } from '../../index.js'

const [directory = '', callers = '4', logLimit = '400000'] = process.argv.slice(2)
const notes: DataNote[] = []

const store = await openSqlStore({
  data: { directory, logLimit: Number(logLimit), notify: note => void notes.push(note) },
})
const service = createService(
  {
    store,
    clock: createClock(Date.now),
    passwords: createPasswords({ ln: 4 }),
    mailer: { keep: () => () => {} },
    ids: randomIds,
    log: { defect: error => void process.stderr.write(`${error instanceof Error ? error.stack : error}\n`) },
  },
  { requestRateLimit: 1_000_000_000 },
)
if (!store.isSeeded) {
  const names = Array.from({ length: Number(callers) }, (_, index) => `caller-${index}`)
  await service.loadSeed(
    parseSeed({
      users: names.map(name => ({ email: `${name}@example.test`, password: 'first-password' })),
      schedules: names.map(name => ({
        id: name,
        owner: `${name}@example.test`,
        resources: [{ name: `Room of ${name}` }],
      })),
    }),
  )
}
const { port } = await listen({ answer: service.answer, host: '127.0.0.1', port: 0 })
process.send?.({ port, notes })
setInterval(() => process.send?.({ rss: process.memoryUsage.rss() }), 1_000).unref()
process.once('disconnect', () => process.exit())

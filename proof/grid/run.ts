import { availableParallelism } from 'node:os'
import { certifying, runJobs } from '../processes/thread-pool.js'
import { readFigures, writeFigures } from '../runner/figures.js'
import { atLeastOne, readOptions } from '../terminal/options.js'
import { announce, announceRegularly, print, runCommand, tell } from '../terminal/progress.js'
import { caughtBy, type PlaceJob, type PlaceResult, resultOf } from './judge-place.js'
import { places } from './mistakes.js'
import { allowedBecause, missedBecause } from './open.js'

// `npm run grid`: the kit must catch a mistake at every place where it can be made.

const help = `npm run grid -- [OPTIONS]

Certifies servers with the same mistake at every place where it can be made: each operation, member, role, parameter or form.
The check that caught it the last time is tried first, and all of them if that does not.

  --only TEXT    Only places whose ids contain this text; may be repeated. Shows what catches them
  --afresh       Run every check for every place
  --jobs NUMBER  Threads (default: one per processor)
  --write        Write the result for conformance/PROOF.md
  --help         Show this help

Examples:
  # all places, as in .ci/full
  npm run grid
  # what catches an operation that ignores a member
  npm run grid -- --only "ignored changeBooking"
  # after a change of the checks
  npm run grid -- --afresh --write
`

const options = readOptions(help, {
  only: { type: 'string', multiple: true, default: [] },
  afresh: { type: 'boolean' },
  jobs: { type: 'string', default: String(availableParallelism()) },
  write: { type: 'boolean' },
})

async function run(): Promise<boolean> {
  const started = Date.now()
  const before = await readFigures('grid')
  const wanted = [...places.keys()].filter(
    id => options.only.length === 0 || options.only.some(text => id.includes(text)),
  )
  if (wanted.length === 0) {
    print(`No place of the grid contains ${options.only.join(' or ')}.`)
    return false
  }
  const results: PlaceResult[] = []
  const progress = () => `${results.length} of ${wanted.length} places`
  const stop = announceRegularly(progress)
  await runJobs<PlaceJob, PlaceResult>(
    wanted.map(id => ({ id, by: options.afresh ? undefined : caughtBy(before, id) })),
    {
      ...certifying,
      threads: atLeastOne(options.jobs),
      script: new URL('./judge-place.js', import.meta.url),
      onResult(_, result) {
        results.push(result)
        tell('')
        if (!result.by && !allowedBecause(result.id) && !missedBecause(result.id))
          print(`missed  ${result.id}`)
        else if (options.only.length > 0) print(textOf(result))
        tell(progress())
      },
      onLost: ({ id }, reason) => announce(`${id}: ${reason}: run it alone`),
    },
  )
  stop()
  const caught = results.filter(({ by }) => by)
  const open = results.filter(({ id, by }) => !by && allowedBecause(id))
  const known = results.filter(({ id, by }) => !by && missedBecause(id))
  const due = wanted.length - open.length
  print(`${caught.length} of ${due} mistakes caught, ${known.length} missed for a known reason.`)
  print(`${wanted.length} places in ${Math.round((Date.now() - started) / 1000)} s.`)
  if (options.write) await writeFigures('grid', resultOf(before, results))
  return caught.length + known.length === due
}

const textOf = ({ id, by, outcome, message }: PlaceResult): string =>
  `${outcome ?? 'none  '}  ${id}\n        ${by ? `${by}: ${message}` : (allowedBecause(id) ?? missedBecause(id))}`

await runCommand('grid', run)

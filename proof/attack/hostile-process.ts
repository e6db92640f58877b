/**
 * The process of the attackers. Prints a line when it begins, and finally the counts as JSON.
 *
 *     node hostile-process.js ATTACK TARGET MILLISECONDS
 */
import { setPriority } from 'node:os'
import type { Target } from './attack.js'
import { attacks } from './attacks.js'

// Real attackers would not compete with the server for the processor.
setPriority(10)

const [name, json = '{}', milliseconds] = process.argv.slice(2)
const attack = attacks.find(candidate => candidate.name === name)
const target: Target = { ...JSON.parse(json), until: Date.now() + Number(milliseconds) }
const counts: Record<string, number> = {}
process.stdout.write('attacking\n')
await attack?.run(target, what => {
  counts[what] = (counts[what] ?? 0) + 1
})
// Open connections and requests in flight end with the process.
process.stdout.write(`${JSON.stringify(counts)}\n`, () => process.exit())

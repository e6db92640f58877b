import { parseArgs } from 'node:util'
import { announce, print, reasonOf } from '../terminal/progress.js'
import { certifyStack, mistakesOf, type Stack, stacks, troubled } from './stack.js'

// `npm run stacks`: services that others would write are conformant, and their mistakes are caught.

const help = `npm run stacks -- [OPTIONS]

Certifies the service as it is written in other languages, from the document alone: conformant without a mistake, and not with
one of the mistakes that are typical of its language.

  --only PATTERN     Only these checks; may be repeated (default: all)
  --mistake NAME     Only this mistake; may be repeated (default: none, then each of them)
  --help             Show this help

PYTHON is the command of a Python 3.11 or later with Flask (default: python3).

Examples:
  # all of it
  npm run stacks
  # all that the kit says about one mistake; otherwise it stops at the first finding
  npm run stacks -- --mistake closed-interval
`

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    mistake: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  },
})

/** Certifies a stack and all its mistakes; true if it is conformant, and every mistake is caught. */
async function judge(stack: Stack): Promise<boolean> {
  const all = await mistakesOf(stack)
  const unknown = options.mistake.find(name => !all.has(name))
  if (unknown !== undefined)
    throw new Error(`${stack.name} has no mistake "${unknown}"; it has ${[...all.keys()].join(', ')}.`)
  const isWhole = options.mistake.length === 0
  const isRight = isWhole ? await judgeRight(stack) : true
  const missed: string[] = []
  for (const [mistake, title] of all) {
    if (!isWhole && !options.mistake.includes(mistake)) continue
    const report = await certifyStack(stack, { mistake, only: options.only, bail: isWhole })
    const found = troubled(report).filter(({ outcome }) => outcome === 'failed' || outcome === 'warned')
    if (found.length === 0) missed.push(mistake)
    const by = found.map(({ id }) => id)
    print(
      `  ${found.length > 0 ? `caught by ${by.slice(0, 4).join(', ')}${by.length > 4 ? ` and ${by.length - 4} more` : ''}` : 'missed'}  ${mistake}: ${title}`,
    )
    if (!isWhole) for (const { id, outcome, message } of found) print(`    ${outcome} ${id}: ${message}`)
  }
  if (isWhole) print(`  ${all.size - missed.length} of ${all.size} mistakes caught.`)
  return isRight && missed.length === 0
}

async function judgeRight(stack: Stack): Promise<boolean> {
  const report = await certifyStack(stack, { only: options.only })
  print(`${stack.name}: ${report.verdict}, ${report.counts.passed} checks passed.`)
  for (const { id, outcome, message } of troubled(report)) print(`  ${outcome} ${id}: ${message}`)
  return report.verdict === 'conformant'
}

async function run(): Promise<boolean> {
  const results: boolean[] = []
  for (const stack of stacks) results.push(await judge(stack))
  return results.every(Boolean)
}

if (options.help) process.stdout.write(help)
else {
  try {
    process.exitCode = (await run()) ? 0 : 1
  } catch (error) {
    announce(reasonOf(error))
    process.exitCode = 1
  }
}

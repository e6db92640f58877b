import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { figureFiles, type StacksFigures } from '../runner/figures.js'
import { announce, print, reasonOf } from '../terminal/progress.js'
import { certifyStack, mistakesOf, type Stack, stacks, troubled } from './stack.js'

// `npm run stacks`: services that others would write are conformant, and their mistakes are caught.

const help = `npm run stacks -- [OPTIONS]

Certifies the service as it is written in other languages, from the document alone: conformant without a mistake, and not with
one of the mistakes that are typical of its language.

  --only PATTERN     Only these checks; may be repeated (default: all)
  --mistake NAME     Only this mistake; may be repeated (default: none, then each of them)
  --write            Write the result for conformance/PROOF.md
  --help             Show this help

PYTHON is the command of a Python 3.11 or later with Flask (default: python3), PHP that of PHP 8.1 or later (default: php).

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
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const isWhole = options.mistake.length === 0

type Figures = StacksFigures['stacks'][number]

/** The mistakes of a stack that are asked for: all by default. */
async function mistakesAsked(stack: Stack): Promise<readonly (readonly [string, string])[]> {
  const all = await mistakesOf(stack)
  const unknown = options.mistake.find(name => !all.has(name))
  if (unknown !== undefined)
    throw new Error(`${stack.name} has no mistake "${unknown}"; it has ${[...all.keys()].join(', ')}.`)
  return [...all].filter(([name]) => isWhole || options.mistake.includes(name))
}

/** Certifies a stack, and then with each of its mistakes. */
async function judge(stack: Stack): Promise<Figures> {
  const right = isWhole ? await judgeRight(stack) : { verdict: 'conformant', passed: 0 }
  const mistakes: Figures['mistakes'][number][] = []
  for (const [name, title] of await mistakesAsked(stack))
    mistakes.push(await judgeMistake(stack, name, title))
  print(`  ${mistakes.filter(({ by }) => by.length > 0).length} of ${mistakes.length} mistakes caught.`)
  return { name: stack.name, ...right, mistakes }
}

async function judgeRight(stack: Stack): Promise<Pick<Figures, 'verdict' | 'passed'>> {
  const report = await certifyStack(stack, { only: options.only })
  const { verdict, counts } = report
  print(`${stack.name}: ${verdict}, ${counts.passed} checks passed.`)
  for (const { id, outcome, message } of troubled(report)) print(`  ${outcome} ${id}: ${message}`)
  return { verdict, passed: counts.passed }
}

/** The first checks that catch a mistake; where single mistakes are asked for, all of them. */
async function judgeMistake(stack: Stack, name: string, title: string): Promise<Figures['mistakes'][number]> {
  const report = await certifyStack(stack, { mistake: name, only: options.only, bail: isWhole })
  const found = troubled(report).filter(({ outcome }) => outcome === 'failed' || outcome === 'warned')
  const by = found.slice(0, isWhole ? 3 : undefined).map(({ id }) => id)
  print(
    `  ${by.length > 0 ? 'caught' : 'missed'}  ${name} (${title})${by.length > 0 ? `: ${by.join(', ')}` : ''}`,
  )
  if (!isWhole) for (const { id, outcome, message } of found) print(`    ${outcome} ${id}: ${message}`)
  return { name, title, by }
}

async function run(): Promise<boolean> {
  const results: Figures[] = []
  for (const stack of stacks) results.push(await judge(stack))
  if (options.write && isWhole) {
    const figures: StacksFigures = { measured: new Date().toISOString().slice(0, 10), stacks: results }
    await writeFile(figureFiles.stacks, `${JSON.stringify(figures, undefined, 2)}\n`)
  }
  return results.every(
    ({ verdict, mistakes }) => verdict === 'conformant' && mistakes.every(({ by }) => by.length > 0),
  )
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

import { isInstalled } from '../../bin/testing/languages.js'
import { readFigures, type StacksFigures, writeFigures } from '../runner/figures.js'
import { readOptions } from '../terminal/options.js'
import { print, runCommand } from '../terminal/progress.js'
import { certifyStack, commandOf, mistakesOf, type Stack, stacks, troubled } from './stack.js'

// `npm run stacks`: the services in other languages must be conformant, and their mistakes must be caught.

const help = `npm run stacks -- [OPTIONS]

Certifies the service as it is written in other languages, from the document alone: conformant without a mistake, and not with
one of the mistakes that are typical of its language.

  --stack NAME       Only this service; may be repeated (default: all)
  --only PATTERN     Only these checks; may be repeated (default: all)
  --mistake NAME     Only this mistake; may be repeated (default: none, then each of them)
  --write            Write the result for conformance/PROOF.md; other services keep theirs
  --help             Show this help

PYTHON is the command of a Python 3.11 or later with Flask (default: python3), PHP that of PHP 8.1 or later (default: php), GO
that of Go (default: go), RUBY that of Ruby 3.1 or later with Sinatra, Puma and tzinfo (default: ruby). A service whose language is missing is skipped; with SCHEDKIT_LANGUAGES=required, that is an error.

Examples:
  # all of it
  npm run stacks
  # all that the kit says about one mistake; otherwise it stops at the first finding
  npm run stacks -- --stack flask --mistake closed-interval
`

const options = readOptions(help, {
  stack: { type: 'string', multiple: true, default: stacks.map(({ name }) => name) },
  only: { type: 'string', multiple: true, default: [] },
  mistake: { type: 'string', multiple: true, default: [] },
  write: { type: 'boolean' },
})

const isWhole = options.mistake.length === 0

type Figures = StacksFigures['stacks'][number]

type Command = readonly string[]
type Mistakes = readonly (readonly [name: string, title: string])[]

/** The selected stacks whose languages are installed, with the selected mistakes; all by default. */
async function stacksAsked(): Promise<readonly (readonly [Stack, Mistakes])[]> {
  const asked: [Stack, Mistakes][] = []
  const known = new Set(stacks.map(({ name }) => name))
  for (const stack of stacks.filter(({ name }) => options.stack.includes(name))) {
    const all = [...(await mistakesOf(stack))]
    for (const [name] of all) known.add(name)
    const mistakes = all.filter(([name]) => isWhole || options.mistake.includes(name))
    if (mistakes.length > 0 && (await isInstalled(stack.version))) asked.push([stack, mistakes])
  }
  const unknown = [...options.stack, ...options.mistake].find(name => !known.has(name))
  if (unknown !== undefined) throw new Error(`There is no "${unknown}"; there are ${[...known].join(', ')}.`)
  return asked
}

/** Certifies a stack, first without a mistake, then with each mistake. */
async function judge(stack: Stack, asked: Mistakes, folder: string): Promise<Figures> {
  const command = await commandOf(stack, folder)
  const right = isWhole ? await judgeRight(stack.name, command) : { verdict: 'conformant', passed: 0 }
  const mistakes: Figures['mistakes'][number][] = []
  for (const [name, title] of asked) mistakes.push(await judgeMistake(command, name, title))
  print(`  ${mistakes.filter(({ by }) => by).length} of ${mistakes.length} mistakes caught.`)
  return { name: stack.name, ...right, mistakes }
}

async function judgeRight(name: string, command: Command): Promise<Pick<Figures, 'verdict' | 'passed'>> {
  const report = await certifyStack(command, { only: options.only })
  const { verdict, counts } = report
  print(`${name}: ${verdict}, ${counts.passed} checks passed.`)
  for (const { id, outcome, message } of troubled(report)) print(`  ${outcome} ${id}: ${message}`)
  return { verdict, passed: counts.passed }
}

/** The first checks that catch a mistake; all of them if single mistakes were selected. */
async function judgeMistake(command: Command, name: string, title: string) {
  const report = await certifyStack(command, { mistake: name, only: options.only, bail: isWhole })
  const found = troubled(report).filter(({ outcome }) => outcome === 'failed' || outcome === 'warned')
  const ids = found.slice(0, isWhole ? 3 : undefined).map(({ id }) => id)
  const by = ids.join(', ')
  print(`  ${by ? 'caught' : 'missed'}  ${name} (${title})${by && `: ${by}`}`)
  if (!isWhole) for (const { id, outcome, message } of found) print(`    ${outcome} ${id}: ${message}`)
  return { name, title, by }
}

async function run(folder: string): Promise<boolean> {
  const results: Figures[] = []
  for (const [stack, mistakes] of await stacksAsked()) results.push(await judge(stack, mistakes, folder))
  if (options.write && isWhole) {
    const { stacks: before } = await readFigures('stacks')
    const rowOf = (stack: Stack) => [...results, ...before].find(({ name }) => name === stack.name) ?? []
    await writeFigures('stacks', { stacks: stacks.flatMap(rowOf) })
  }
  return results.every(({ verdict, mistakes }) => verdict === 'conformant' && mistakes.every(({ by }) => by))
}

await runCommand('stacks', run)

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execute } from '../../bin/testing/languages.js'
import { certify, type Report } from '../../conformance/index.js'
import { startProcess } from '../processes/server-process.js'
import { population, target } from '../server/people.js'

/** An implementation in another language, written from the document alone. */
export interface Stack {
  readonly name: string
  readonly command: string
  /** A command that fails if the language is not installed. */
  readonly version: readonly string[]
  /** The path of its program from the root of the repository; for a compiled stack, of the source that lists its mistakes. */
  readonly program: string
  /** Compiles the program into a folder, and returns the file to run. */
  readonly compile?: (folder: string) => Promise<string>
}

const python = process.env.PYTHON ?? 'python3'
const php = process.env.PHP ?? 'php'
const goCommand = process.env.GO ?? 'go'
const ruby = process.env.RUBY ?? 'ruby'

async function compileGo(folder: string): Promise<string> {
  const file = join(folder, 'go-stack')
  const env = { GOTOOLCHAIN: 'local', ...(process.env.HOME ? {} : { GOCACHE: join(folder, 'go-cache') }) }
  const { code, output } = await execute([goCommand, 'build', '-o', file, '.'], {
    cwd: 'proof/stacks/go',
    env,
  })
  if (code !== 0) throw new Error(`Failed to compile proof/stacks/go:\n${output}`)
  return file
}

export const stacks: readonly Stack[] = [
  {
    ...{ name: 'flask', command: python, version: [python, '-c', 'import flask'] },
    program: 'proof/stacks/flask/app.py',
  },
  {
    ...{ name: 'go', command: goCommand, version: [goCommand, 'version'] },
    ...{ program: 'proof/stacks/go/main.go', compile: compileGo },
  },
  {
    ...{ name: 'php', command: php, version: [php, '-r', 'mb_strlen("") + pcntl_fork();'] },
    program: 'proof/stacks/php/app.php',
  },
  {
    ...{ name: 'ruby', command: ruby, version: [ruby, '-rsinatra/base', '-rpuma', '-rtzinfo', '-e', ''] },
    program: 'proof/stacks/ruby/app.rb',
  },
  {
    ...{ name: 'express', command: process.execPath, version: [process.execPath, '-e', 'import("express")'] },
    program: 'proof/stacks/express/server.js',
  },
]

/** The command that starts a stack. Compiles it into the folder if necessary; the folder must not be deleted. */
export const commandOf = async ({ command, program, compile }: Stack, folder: string) =>
  compile ? [await compile(folder)] : [command, program]

const mistakesTable = /^(?:const |var )?mistakes = (?:map\[string\]string)?[{[]\n(.*?)^[}\]]/ims

/** The mistakes that a stack can make: the table `MISTAKES` of its program, in the syntax of its language. */
export async function mistakesOf({ program }: Stack): Promise<ReadonlyMap<string, string>> {
  const [, table = ''] = mistakesTable.exec(await readFile(program, 'utf8')) ?? []
  const entries = table.matchAll(/^\s*["']([a-z0-9-]+)["'](?::| =>)\s+["'](.*)["'],$/gm)
  return new Map([...entries].map(([, name = '', title = '']) => [name, title]))
}

export interface StackOptions {
  /** The mistake to make; none by default. */
  readonly mistake?: string
  /** Patterns of the checks to run; all by default. */
  readonly only?: readonly string[]
  /** Stops at the first failure; false by default. */
  readonly bail?: boolean
}

/** Starts a stack with its command, certifies it and stops it. */
export async function certifyStack(
  [command = '', ...args]: readonly string[],
  { mistake = '', only = [], bail = false }: StackOptions,
) {
  const folder = await mkdtemp(join(tmpdir(), 'schedkit-stack-'))
  const seed = join(folder, 'seed.json')
  const mails = join(folder, 'mails.jsonl')
  await writeFile(seed, JSON.stringify(population))
  await writeFile(mails, '')
  const server = await startProcess(args, {
    command,
    env: { SEED: seed, MAILS: mails, MISTAKE: mistake },
  })
  try {
    return await certify({
      ...{ target: { ...target, baseUrl: server.url }, only, bail, allow: ['all'], strict: true },
      ...{ jobs: 8, ledgerFolder: folder, timeout: 60_000 },
      ...{ mailTimeout: 5000, mailbox: address => mailsTo(address, mails) },
    })
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

async function mailsTo(address: string, file: string): Promise<readonly Mail[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter(line => line !== '')
  return lines.map((line): Mail => JSON.parse(line)).filter(({ to }) => to === address)
}

/** The checks that did not pass, with their messages. */
export const troubled = ({ checks }: Report) =>
  checks
    .filter(({ outcome }) => outcome !== 'passed' && outcome !== 'observed')
    .map(({ id, outcome, evidence, reason }) => ({
      id,
      outcome,
      message: evidence[0]?.message ?? reason ?? '',
    }))

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { certify, type Report } from '../../conformance/index.js'
import { startProcess } from '../processes/server-process.js'
import { population, target } from '../server/people.js'

/** An implementation in another language, from the document alone. */
export interface Stack {
  readonly name: string
  readonly command: string
  /** Its program, from the root of the repository. */
  readonly program: string
}

export const stacks: readonly Stack[] = [
  { name: 'flask', command: process.env.PYTHON ?? 'python3', program: 'proof/stacks/flask/app.py' },
  { name: 'php', command: process.env.PHP ?? 'php', program: 'proof/stacks/php/app.php' },
]

/** The mistakes that a stack can make: what its program says between `MISTAKES = {` and `}`, or in PHP `[` and `]`. */
export async function mistakesOf({ program }: Stack): Promise<ReadonlyMap<string, string>> {
  const [, table = ''] =
    /^(?:const )?MISTAKES = [{[]\n(.*?)^[}\]]/ms.exec(await readFile(program, 'utf8')) ?? []
  const entries = table.matchAll(/^\s*["']([a-z0-9-]+)["'](?::| =>) ["'](.*)["'],$/gm)
  return new Map([...entries].map(([, name = '', title = '']) => [name, title]))
}

export interface StackOptions {
  /** None by default. */
  readonly mistake?: string
  /** Patterns of the checks to run; all by default. */
  readonly only?: readonly string[]
  /** Stops at the first failure; false by default. */
  readonly bail?: boolean
}

/** Starts a stack, certifies it and stops it. */
export async function certifyStack(
  { command, program }: Stack,
  { mistake = '', only = [], bail = false }: StackOptions,
) {
  const folder = await mkdtemp(join(tmpdir(), 'schedkit-stack-'))
  const seed = join(folder, 'seed.json')
  const mails = join(folder, 'mails.jsonl')
  await writeFile(seed, JSON.stringify(population))
  await writeFile(mails, '')
  const server = await startProcess([program], {
    command,
    env: { SEED: seed, MAILS: mails, MISTAKE: mistake },
  })
  try {
    return await certify({
      ...{ target: { ...target, baseUrl: server.url }, only, bail, allow: ['all'], strict: true },
      ...{ jobs: 8, ledgerFolder: folder, timeout: 60_000, mailbox: address => mailsTo(address, mails) },
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

/** The checks that did not pass, with what they say. */
export const troubled = ({ checks }: Report) =>
  checks
    .filter(({ outcome }) => outcome !== 'passed' && outcome !== 'observed')
    .map(({ id, outcome, evidence, reason }) => ({
      id,
      outcome,
      message: evidence[0]?.message ?? reason ?? '',
    }))

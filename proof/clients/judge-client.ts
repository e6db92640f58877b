import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { ClientReport } from '../../bin/client/report.js'
import { execute } from '../../bin/testing/languages.js'
import { type Client, mistakes, type Sign, type Suite } from './clients.js'

/** The results of `schedkit client` for one client. */
export interface Judgement {
  client: string
  /** False accusations of the client without a mistake: worlds and findings. */
  accusations: string[]
  /** How many right worlds, hard worlds and special times its tests pass without a mistake. */
  passed: Record<'right' | 'hard' | 'time', { passed: number; of: number }>
  /** The mistakes whose world shows them. */
  found: string[]
  missed: string[]
}

/** Runs `schedkit client` with the tests of a client, and reads its report. */
async function reportOf(
  { command, folder }: Suite,
  args: readonly string[],
  mistake = 'none',
): Promise<ClientReport> {
  const files = await mkdtemp(join(tmpdir(), 'schedkit-judged-'))
  const file = join(files, 'report.json')
  const words = [
    resolve('dist/bin/schedkit.js'),
    'client',
    ...args,
    '--report',
    `json=${file}`,
    '--',
    ...command,
  ]
  // The zone of the account: in any other zone, the mistake of using the machine's times would fail the tests everywhere.
  const env = { MISTAKE: mistake, TZ: 'Europe/Lisbon', PYTHONDONTWRITEBYTECODE: '1' }
  try {
    const { output } = await execute([process.execPath, ...words], { cwd: folder, env })
    const text = await readFile(file, 'utf8').catch(() => {
      throw new Error(`schedkit client wrote no report with the mistake ${mistake}:\n${output}`)
    })
    return JSON.parse(text)
  } finally {
    await rm(files, { recursive: true })
  }
}

/** Whether a report shows a mistake. */
function shows({ worlds, findings }: ClientReport, { world, finding }: Sign): boolean {
  const own = worlds.find(({ name }) => name === world)
  if (finding === undefined) return own?.passed === false
  return [...findings, ...(own?.findings ?? [])].some(({ kind }) => kind === finding)
}

/** The accusations of a correct client in a report. It must also pass the worlds that would show a mistake. */
function accusationsIn(report: ClientReport): string[] {
  const certain = [...report.findings, ...report.worlds.flatMap(({ findings }) => findings)]
  const failed = report.worlds.filter(({ kind, passed }) => kind === 'right' && !passed)
  const wrong = Object.entries(mistakes).filter(([, sign]) => shows(report, sign))
  return [
    ...failed.map(({ name, tests = [] }) => `${name}: ${tests.join(', ')}`),
    ...certain.map(({ text }) => text),
    ...wrong.map(([name]) => `${name}, which it does not do`),
  ]
}

/** Judges a client without a mistake in every world, and with each of its mistakes in the world that should show it. */
export async function judgeClient(
  client: Client,
  { only = [], tell = () => {} }: { only?: readonly string[]; tell?: (line: string) => void } = {},
): Promise<Judgement> {
  const suite = await client.prepare()
  const right = await reportOf(
    suite,
    only.flatMap(kind => ['--only', kind]),
  )
  const judgement: Judgement = {
    client: client.name,
    accusations: accusationsIn(right),
    passed: { right: counted(right, 'right'), hard: counted(right, 'hard'), time: counted(right, 'time') },
    found: [],
    missed: [],
  }
  const waiting = Object.entries(mistakes)
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [mistake, sign] = next
      const report = await reportOf(suite, ['--world', sign.world], mistake)
      judgement[shows(report, sign) ? 'found' : 'missed'].push(mistake)
      tell(`${client.name}: ${judgement.found.length} mistakes found, ${judgement.missed.length} missed`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return judgement
}

const counted = ({ worlds }: ClientReport, kind: 'right' | 'hard' | 'time') => {
  const own = worlds.filter(world => world.kind === kind)
  return { passed: own.filter(({ passed }) => passed).length, of: own.length }
}

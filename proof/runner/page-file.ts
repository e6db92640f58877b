import { readFile } from 'node:fs/promises'
import { faultsOf } from '../faults/index.js'
import { readAcceptedSurvivors } from '../mutation/accepted-survivors.js'
import { variants } from '../variants/index.js'
import { readFigures } from './figures.js'
import { dateOf, type Mutation, pageFile, proofPage } from './page.js'

/** Compares PROOF.md with what the faults, the variants and the measured figures say now. */
export async function comparePage(): Promise<{ isCurrent: boolean; upToDate: string }> {
  const page = await readFile(pageFile, 'utf8').catch(() => '')
  const { version } = JSON.parse(await readFile('package.json', 'utf8'))
  const inputs = { faultsOf, variants, mutation: await readMutation(), ...(await readFigures()), version }
  const today = new Date().toISOString().slice(0, 10)
  const isCurrent = page === proofPage({ ...inputs, written: dateOf(page) ?? today })
  return { isCurrent, upToDate: proofPage({ ...inputs, written: today }) }
}

async function readMutation(): Promise<Mutation | undefined> {
  const text = await readFile('proof/mutation/result.json', 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const gaps = (await readAcceptedSurvivors('.')).filter(({ gap }) => gap)
  return { ...JSON.parse(text), gapReasons: [...new Set(gaps.map(({ reason }) => reason))] }
}

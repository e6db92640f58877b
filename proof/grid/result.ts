import { type GridFigures, readFigures } from '../runner/figures.js'
import { places } from './mistakes.js'

/** A place to certify. */
export interface PlaceJob {
  readonly id: string
  /** The check that caught the mistake there in an earlier run. */
  readonly by?: string | undefined
}

export interface PlaceResult {
  readonly id: string
  /** The first check that failed or, failing that, warned; undefined if none did. */
  readonly by?: string | undefined
  readonly outcome?: 'failed' | 'warned'
  readonly message?: string
}

export const readResult = async (): Promise<GridFigures | undefined> => (await readFigures()).grid

/** The check that caught the mistake of a place in an earlier run; undefined if none did. */
export const caughtBy = (figures: GridFigures | undefined, id: string): string | undefined =>
  figures?.caught[id]?.replace(warned, '') || undefined

/** Stands for a check where the kit refuses to start, because the server cannot be certified at all. */
export const cannotBegin = 'start'

const warned = ' (warned)'

/** Merges the results of a run into those of an earlier one, for the places that the run left out. */
export function resultOf(before: GridFigures | undefined, results: readonly PlaceResult[]): GridFigures {
  const now = new Map(
    results.map(({ id, by = '', outcome }) => [id, outcome === 'warned' ? `${by}${warned}` : by]),
  )
  const caught = [...places.keys()].map(id => [id, now.get(id) ?? before?.caught[id] ?? ''])
  return { measured: new Date().toISOString().slice(0, 10), caught: Object.fromEntries(caught) }
}

import { type GridFigures, readFigures } from '../runner/figures.js'
import type { PlaceResult } from './judge-place.js'
import { places } from './mistakes.js'

export const readResult = async (): Promise<GridFigures | undefined> => (await readFigures()).grid

/** The check that caught a mistake at a place the last time; undefined if none did. */
export const caughtBy = (figures: GridFigures | undefined, id: string): string | undefined =>
  figures?.caught[id]?.replace(warned, '') || undefined

/** In place of a check: the kit says why no run can begin. */
export const cannotBegin = 'start'

const warned = ' (warned)'

/** The result of a run, with that of an earlier one for the places that it left out. */
export function resultOf(before: GridFigures | undefined, results: readonly PlaceResult[]): GridFigures {
  const now = new Map(
    results.map(({ id, by = '', outcome }) => [id, outcome === 'warned' ? `${by}${warned}` : by]),
  )
  const caught = [...places.keys()].map(id => [id, now.get(id) ?? before?.caught[id] ?? ''])
  return { measured: new Date().toISOString().slice(0, 10), caught: Object.fromEntries(caught) }
}

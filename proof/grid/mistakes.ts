import { accessMistakes } from './access.js'
import { bulkMistakes } from './bulk.js'
import { type Cell, idOf, type Mistake } from './mistake.js'
import { readMistakes } from './reads.js'
import { writeMistakes } from './writes.js'

/** Every mistake of the grid. */
export const mistakes: readonly Mistake[] = [
  ...writeMistakes,
  ...readMistakes,
  ...bulkMistakes,
  ...accessMistakes,
]

/** Each mistake at each place, by its id. */
export const places: ReadonlyMap<string, { readonly mistake: Mistake; readonly cell: Cell }> = new Map(
  mistakes.flatMap(mistake => mistake.cells.map(cell => [idOf(mistake, cell), { mistake, cell }])),
)

import type { Shift } from './moves.js'

/** The action of a key on the focused booking. */
export type Action =
  | { kind: 'focus'; direction: 'left' | 'right' | 'up' | 'down' }
  | { kind: 'move'; by: -1 | 0 | 1; down: -1 | 0 | 1; part: Shift['part'] }
  | { kind: 'menu' }
  | { kind: 'delete' }

const directions: Readonly<Record<string, Extract<Action, { kind: 'focus' }>['direction']>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

/** Returns the action of a key: arrows move the focus to other bookings, with Alt the booking, with Shift and Alt its end. */
export function actionOf({ key, altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent): Action | undefined {
  if (ctrlKey || metaKey) return undefined
  const direction = directions[key]
  if (direction) {
    if (!altKey) return { kind: 'focus', direction }
    const by = direction === 'left' ? -1 : direction === 'right' ? 1 : 0
    const down = direction === 'up' ? -1 : direction === 'down' ? 1 : 0
    if (shiftKey && by === 0) return undefined
    return { kind: 'move', by, down, part: shiftKey ? 'end' : 'all' }
  }
  if (key === 'm' || key === 'M' || key === 'ContextMenu') return { kind: 'menu' }
  return key === 'Delete' ? { kind: 'delete' } : undefined
}

/** Returns the booking next to another one: before or after it in its row, or the nearest in the next row that has one. */
export function nextChip(
  grid: HTMLElement,
  id: number,
  direction: Extract<Action, { kind: 'focus' }>['direction'],
): number | undefined {
  const rows = [...grid.querySelectorAll<HTMLElement>('[data-resource]')]
    .map(row => [...row.querySelectorAll<HTMLElement>('[data-booking]')])
    .filter(chips => chips.length > 0)
  const idOf = (chip: HTMLElement | undefined) => (chip ? Number(chip.dataset.booking) : undefined)
  const at = rows.findIndex(chips => chips.some(chip => idOf(chip) === id))
  const row = rows[at] ?? []
  const index = row.findIndex(chip => idOf(chip) === id)
  if (direction === 'left' || direction === 'right') return idOf(row[index + (direction === 'left' ? -1 : 1)])
  const leftOf = (chip: HTMLElement | undefined) => chip?.getBoundingClientRect().left ?? 0
  const from = leftOf(row[index])
  const other = rows[at + (direction === 'up' ? -1 : 1)] ?? []
  const nearest = [...other].sort((a, b) => Math.abs(leftOf(a) - from) - Math.abs(leftOf(b) - from))
  return idOf(nearest[0])
}

/** Returns a booking next to another one, preferably in its row. */
export const neighbourOf = (grid: HTMLElement, id: number): number | undefined =>
  (['right', 'left', 'down', 'up'] as const)
    .map(direction => nextChip(grid, id, direction))
    .find(found => found !== undefined)

import { operationOf } from '../../conformance/session/operations.js'
import { randomNumbers } from '../../server/core/random.js'
import { createHistory } from './history.js'
import type { Answer, Recorded, Run } from './recording.js'
import { type LieKind, lieKinds, type Spot, spotsOf } from './spots.js'

/** A lie of a server: what it alters, and how often. */
export interface Lie {
  readonly operation: string
  readonly kind: LieKind
  /** The alteration, such as `drop name of data`; any of its kind if undefined. */
  readonly label?: string
  /** The answers of the operation that are altered. */
  readonly often: 'in every answer' | 'in every 50th answer' | 'in one answer'
  /** A number from 0 to 1 that chooses among the possible alterations. */
  readonly choice: number
  /** The index of the altered answer in the recording, if it is only one. */
  readonly index?: number
}

type Request = Pick<Recorded, 'check' | 'method' | 'path' | 'query'>

/** Alters an answer, or returns undefined to leave it unchanged. Must be called in the order of the answers. */
export type Liar = (
  request: Request,
  answer: Answer,
  index?: number,
) => { what: string; answer: Answer } | undefined

const labelOf = (what: string) => what.replaceAll(/data\[\d+\]/g, 'data')

function spotFor({ kind, label, choice }: Lie, spots: readonly Spot[]): Spot | undefined {
  const own = spots.filter(
    spot => spot.kind === kind && (label === undefined || labelOf(spot.what) === label),
  )
  return own[Math.floor(choice * own.length)]
}

/** Creates a liar. `isTold` decides for each answer; `turn` counts the answers of the operation. */
function liarOf(
  lie: Lie,
  isTold: (request: Request, index: number | undefined, turn: number) => boolean,
): Liar {
  const history = createHistory()
  let turn = 0
  return (request, answer, index) => {
    const isOwn = isJudged(request, answer) && operationOf(request.method, request.path) === lie.operation
    const spot =
      isOwn && isTold(request, index, turn++) ? spotFor(lie, spotsOf(request, answer, history)) : undefined
    history.add(request.path, answer)
    return spot && { what: spot.what, answer: spot.answer() }
  }
}

/** Excludes 429 responses, which no check sees, and responses to the initial probes, which are not judged. */
const isJudged = ({ check }: Request, { status }: Answer) => status !== 429 && check !== 'operations'

/** The spots that lies alter, computed once per recording. */
const spotsOfRare = new WeakMap<Lie, Spot>()

/** Tells a lie in a recording. */
export function recordedLiar(lie: Lie): Liar {
  const spot = spotsOfRare.get(lie)
  if (spot) {
    const told = { what: spot.what, answer: spot.answer() }
    return (_, __, index) => (index === lie.index ? told : undefined)
  }
  return liarOf(
    lie,
    (_, __, turn) => lie.often === 'in every answer' || turn % 50 === Math.floor(lie.choice * 50),
  )
}

const shapeOf = ({ check, method, path }: Request) => `${check} ${method} ${path.replaceAll(/\d+/g, '0')}`

/** Tells a lie in another run: in the answer to the same request of the same check. */
export function liveLiar(lie: Lie, { recorded }: Pick<Run, 'recorded'>): Liar {
  const one = recorded[lie.index ?? 0] as Recorded
  const shape = shapeOf(one)
  const wanted = recorded.filter(
    each => shapeOf(each) === shape && each.ended < one.ended && isJudged(each, each.answer),
  ).length
  let seen = 0
  return liarOf(lie, request => shapeOf(request) === shape && seen++ === wanted)
}

/** Whether an operation can tell a kind of lie. */
const isPossible = (kind: LieKind, operation: string) => {
  const isList = /^GET .*s$/.test(operation)
  if (['missing', 'twice', 'order', 'count', 'link'].includes(kind)) return isList
  if (['success', 'status', 'header'].includes(kind)) return true
  return operation.startsWith('GET') || (operation.startsWith('POST') && kind !== 'drop')
}

/** The indices of the answers of a recording, by operation. */
function answersByOperation(recorded: readonly Recorded[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>()
  for (const [index, one] of recorded.entries()) {
    const operation = operationOf(one.method, one.path)
    if (operation === undefined || !isJudged(one, one.answer)) continue
    found.set(operation, [...(found.get(operation) ?? []), index])
  }
  return found
}

/** Random lies in one answer each: first every kind is equally likely, then every operation, then every answer. */
export function rareLies(
  { recorded }: Pick<Run, 'recorded'>,
  { count, seed, kinds = lieKinds }: { count: number; seed: number; kinds?: readonly LieKind[] },
): readonly Lie[] {
  const random = randomNumbers(seed)
  const byOperation = answersByOperation(recorded)
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)]
  const tried = Array.from({ length: count * 3 }, (): Lie => {
    const kind = pick(kinds) ?? 'change'
    const operation = pick([...byOperation.keys()].filter(each => isPossible(kind, each))) ?? ''
    const index = pick(byOperation.get(operation) ?? []) ?? 0
    return { operation, kind, index, often: 'in one answer', choice: random() }
  })
  return possibleOf(tried, recorded).slice(0, count)
}

/** The lies that alter something. */
function possibleOf(lies: readonly Lie[], recorded: readonly Recorded[]): readonly Lie[] {
  const at = new Map<number, Lie[]>()
  for (const lie of lies) at.set(lie.index ?? 0, [...(at.get(lie.index ?? 0) ?? []), lie])
  const history = createHistory()
  for (const [index, one] of inOrder(recorded)) {
    const { path, answer } = one
    const own = at.get(index)
    if (own) {
      const spots = spotsOf(one, answer, history)
      for (const lie of own) {
        const spot = spotFor(lie, spots)
        if (spot) spotsOfRare.set(lie, spot)
      }
    }
    history.add(path, answer)
  }
  return lies.filter(lie => spotsOfRare.has(lie))
}

/** Sorts a recording by the order of its answers. */
export const inOrder = (recorded: readonly Recorded[]): readonly (readonly [number, Recorded])[] =>
  [...recorded.entries()].sort(([, one], [, other]) => one.ended - other.ended)

/** All lies that operations can tell in all, or in every 50th, of their answers. */
export function frequentLies(
  { recorded }: Pick<Run, 'recorded'>,
  often: 'in every answer' | 'in every 50th answer',
  seed: number,
): readonly Lie[] {
  const random = randomNumbers(seed)
  const found = new Map<string, Lie>()
  const history = createHistory()
  const looked = new Map<string, number>()
  for (const [, one] of inOrder(recorded)) {
    const operation = operationOf(one.method, one.path)
    const count = looked.get(operation ?? '') ?? 0
    // Later answers rarely add anything new, and enumerating is slow.
    if (
      operation !== undefined &&
      isJudged(one, one.answer) &&
      count < 120 &&
      one.answer.text.length < 3000
    ) {
      looked.set(operation, count + 1)
      for (const { kind, what } of spotsOf(one, one.answer, history)) {
        const label = labelOf(what)
        const key = `${operation} ${kind} ${label}`
        if (!found.has(key)) found.set(key, { operation, kind, label, often, choice: random() })
      }
    }
    history.add(one.path, one.answer)
  }
  return [...found.values()]
}

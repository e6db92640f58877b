/** Which walk to take again. */
export interface Replay {
  readonly seed: number
  readonly index: number
  readonly path: string
}

/** Reads `SEED/WALK/PATH` as a report gives it. Throws a `RangeError` where it is none. */
export function replayOf(text: string): Replay {
  const [, seed, index, path] = /^(\d{1,10})\/(\d{1,9})\/(0(?::\d+)*)$/.exec(text) ?? []
  if (path === undefined) {
    throw new RangeError(`A walk to replay is written as SEED/WALK/PATH, such as 7/12/0:3:1, not "${text}".`)
  }
  return { seed: Number(seed), index: Number(index), path }
}

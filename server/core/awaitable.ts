/** A value, or a promise of one. Work on data that is at hand returns the value itself, and nothing waits for it. */
export type Awaitable<Value> = Value | Promise<Value>

/**
 * Continues with a value: at once if it is at hand, otherwise when its promise resolves.
 *
 * @example andThen(rows.users.find(id), user => user?.email)
 */
export function andThen<Value, Result>(
  value: Awaitable<Value>,
  next: (value: Value) => Awaitable<Result>,
): Awaitable<Result> {
  return value instanceof Promise ? value.then(next) : next(value)
}

/** Two values that are asked for at the same time. */
export function both<One, Other>(one: Awaitable<One>, other: Awaitable<Other>): Awaitable<[One, Other]> {
  return one instanceof Promise || other instanceof Promise ? Promise.all([one, other]) : [one, other]
}

/**
 * Runs work, then `done` with its value or `failed` with its error: at once, unless the work returns a promise. An error
 * of `done` is not passed to `failed`.
 */
export function settle<Value, Result>(
  work: () => Awaitable<Value>,
  done: (value: Value) => Awaitable<Result>,
  failed: (error: unknown) => Awaitable<Result>,
): Awaitable<Result> {
  let value: Awaitable<Value>
  try {
    value = work()
  } catch (error) {
    return failed(error)
  }
  return value instanceof Promise ? value.then(done, failed) : done(value)
}

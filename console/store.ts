import { Component, type ComponentType, type FunctionComponent, h } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** A value that components subscribe to. */
export interface Store<Value> {
  get(): Value
  set(change: Partial<Value>): void
  subscribe(told: () => void): () => void
}

export function createStore<Value extends object>(initial: Value): Store<Value> {
  let value = initial
  const all = new Set<() => void>()
  return {
    get: () => value,
    set(change) {
      value = { ...value, ...change }
      for (const told of [...all]) told()
    },
    subscribe(told) {
      all.add(told)
      return () => all.delete(told)
    },
  }
}

/** Returns the current value of a store, and rerenders the component when it changes. */
export function useStore<Value extends object>(store: Store<Value>): Value {
  const [value, setValue] = useState(store.get())
  useEffect(() => {
    setValue(store.get())
    return store.subscribe(() => setValue(store.get()))
  }, [store])
  return value
}

/** Rerenders a component at an interval in milliseconds, to follow the clock. */
export function useTick(milliseconds: number): void {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick(count => count + 1), milliseconds)
    return () => clearInterval(timer)
  }, [milliseconds])
}

/** Runs work once the run in progress has ended. Callers during a run share the next one, which is the work of the first. */
export function takeTurns<Value>(): (work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<Value> | undefined
  return work => {
    next ??= last.then(() => {
      next = undefined
      const now = work()
      last = now.catch(() => {})
      return now
    })
    return next
  }
}

/** Returns a component that rerenders only if one of its properties has changed. */
export function memo<Props extends object>(render: FunctionComponent<Props>): ComponentType<Props> {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      const names = Object.keys(next) as (keyof Props)[]
      return names.some(name => next[name] !== this.props[name as keyof typeof this.props])
    }
    render() {
      return h(render, this.props as Props)
    }
  }
}

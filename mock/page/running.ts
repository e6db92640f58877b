import type { Mock } from '../mock.js'

/** Called with a mock that was started; the returned function is called when it ends. */
type Show = (mock: Mock) => () => void

let running: Mock | undefined
let show: Show | undefined
let hide: (() => void) | undefined

/** Sets the mock that answers this page, or undefined once none does. */
export function noteRunning(mock: Mock | undefined): void {
  hide?.()
  running = mock
  hide = mock && show?.(mock)
}

/** Calls a function with the mock that answers this page, now and after each start. */
export function showRunning(next: Show): void {
  show = next
  noteRunning(running)
}

import type { Mock } from '../mock.js'

/** Shows a mock that was started, until the returned function is called. */
type Show = (mock: Mock) => () => void

let running: Mock | undefined
let show: Show | undefined
let hide: (() => void) | undefined

/** Says which mock answers this page, or that none does any more. */
export function noteRunning(mock: Mock | undefined): void {
  hide?.()
  running = mock
  hide = mock && show?.(mock)
}

/** Shows the mock that answers this page, now and after each start. */
export function showRunning(next: Show): void {
  show = next
  noteRunning(running)
}

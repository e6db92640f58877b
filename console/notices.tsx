import { createStore, useStore } from './store.js'

/** A problem to show, with details by value. */
export interface Problem {
  message: string
  details: readonly { path: string; message: string }[]
}

interface Notice extends Problem {
  kind: 'done' | 'refused'
  action?: { label: string; run(): void } | undefined
}

interface Told {
  notice: Notice | undefined
  spoken: string
  /** The number of notices so far, which distinguishes two notices with the same text. */
  count: number
}

const store = createStore<Told>({ notice: undefined, spoken: '', count: 0 })
let timer: ReturnType<typeof setTimeout> | undefined

/** Returns the part of an error that is shown. */
export function problemOf(error: unknown): Problem {
  const { message, details = [] } = error as Error & Partial<Problem>
  // The messages of browsers about a lost connection differ and explain nothing.
  return { message: error instanceof TypeError ? 'The service gave no answer.' : message, details }
}

/** Returns whether a request was refused permanently: otherwise it may have succeeded, or succeed later. */
export function isRefusal(error: unknown): boolean {
  const { status = 0 } = error as { status?: number }
  return status >= 400 && status < 429
}

function show(notice: Notice, seconds: number): void {
  clearTimeout(timer)
  const details = notice.details.map(({ path, message }) => `${path} ${message}`)
  const spoken = [notice.message, ...details].join('. ')
  store.set({ notice, spoken, count: store.get().count + 1 })
  timer = setTimeout(hide, seconds * 1000)
}

const hide = () => store.set({ notice: undefined })

/** Shows a notice of success. */
export const tell = (message: string) => show({ kind: 'done', message, details: [] }, 4)

/** Shows an error, optionally with an action. */
export const tellProblem = (error: unknown, action?: Notice['action']) =>
  show({ kind: 'refused', ...problemOf(error), action }, 20)

let unfinished = 0
const warn = (event: Event) => event.preventDefault()

/** Runs work that leaving the page would lose: until it is done, the browser asks before leaving. */
export async function finish<Value>(work: () => Promise<Value>): Promise<Value> {
  if (unfinished++ === 0) addEventListener('beforeunload', warn)
  try {
    return await work()
  } finally {
    if (--unfinished === 0) removeEventListener('beforeunload', warn)
  }
}

/** Runs an action, and shows its result. */
export async function attempt(work: () => Promise<unknown>, done: string): Promise<void> {
  try {
    await finish(work)
    tell(done)
  } catch (error) {
    tellProblem(error)
  }
}

/** The last notice, also announced to screen readers. */
export function Notices() {
  const { notice, spoken, count } = useStore(store)
  return (
    <>
      <div class="hidden" role="status" aria-live="polite">
        <span key={count}>{spoken}</span>
      </div>
      {notice && (
        <div key={count} class={`notice ${notice.kind}`}>
          <div>
            <p>{notice.message}</p>
            {notice.details.map(({ path, message }) => (
              <p key={path} class="detail">
                <code>{path}</code> {message}
              </p>
            ))}
          </div>
          {notice.action && (
            <button
              type="button"
              onClick={() => {
                hide()
                notice.action?.run()
              }}
            >
              {notice.action.label}
            </button>
          )}
          <button type="button" class="plain" aria-label="Dismiss" onClick={hide}>
            ✕
          </button>
        </div>
      )}
    </>
  )
}

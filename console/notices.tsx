import { createStore, useStore } from './store.js'

/** The details of a refusal, by value. */
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
  /** The number of notices so far: the same text twice is two notices. */
  count: number
}

const store = createStore<Told>({ notice: undefined, spoken: '', count: 0 })
let timer: ReturnType<typeof setTimeout> | undefined

/** The part of an error that is shown. */
export function problemOf(error: unknown): Problem {
  const { message, details = [] } = error as Error & Partial<Problem>
  // What browsers say of a lost connection differs, and tells nothing.
  return { message: error instanceof TypeError ? 'The service gave no answer.' : message, details }
}

/** Whether a request was refused for good: otherwise it may have been done, or pass later. */
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

/** Shows why something was refused, and offers an action. */
export const tellProblem = (error: unknown, action?: Notice['action']) =>
  show({ kind: 'refused', ...problemOf(error), action }, 20)

let unfinished = 0
const warn = (event: Event) => event.preventDefault()

/** Runs work that leaving the page would lose: until it is done, the browser asks before it leaves. */
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

import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { attempt } from './notices.js'

/**
 * Returns a ref for an element that has the focus while it is shown; then the focus returns to where it was. `take` moves it to
 * the element, and `release` allows it to leave.
 */
export function useLentFocus<Each extends HTMLElement>(
  take: (element: Each) => void,
  release: (element: Each) => void = () => {},
) {
  const ref = useRef<Each>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    // In a panel, `document.activeElement` is the host of the shadow root.
    const before = (element.getRootNode() as Document).activeElement
    take(element)
    return () => {
      release(element)
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return ref
}

/** A modal dialog. */
export function Dialog(props: { title: string; onClose(): void; children: ComponentChildren }) {
  const element = useLentFocus<HTMLDialogElement>(
    dialog => {
      dialog.showModal()
      dialog.querySelector<HTMLElement>('form :is(input, select, textarea)')?.focus()
    },
    // Nothing behind an open modal dialog can take the focus.
    dialog => dialog.close(),
  )
  return (
    <dialog
      ref={element}
      aria-labelledby="dialog-title"
      onCancel={event => {
        event.preventDefault()
        props.onClose()
      }}
    >
      <header>
        <h2 id="dialog-title">{props.title}</h2>
        <Close close={props.onClose} />
      </header>
      {props.children}
    </dialog>
  )
}

/** Indents a text if it is JSON. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** A block for a text that may be long. */
export const Listing = ({ title, text }: { title: string; text: string }) => (
  <pre role="region" tabIndex={0} aria-label={title}>
    {text}
  </pre>
)

export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A close button. */
export const Close = ({ label = 'Close', close }: { label?: string; close(): void }) => (
  <button type="button" class="plain" aria-label={label} onClick={close}>
    ✕
  </button>
)

/** A checkbox. */
export const Check = (props: { label: string; checked: boolean; set(checked: boolean): void }) => (
  <label class="check">
    <input
      type="checkbox"
      checked={props.checked}
      onChange={event => props.set(event.currentTarget.checked)}
    />
    {props.label}
  </label>
)

/** A section with a heading. */
export const Card = (props: { title: string; children: ComponentChildren }) => (
  <section class="card">
    <h2>{props.title}</h2>
    {props.children}
  </section>
)

/** A button that runs an action and reports its success or failure. */
export const Do = (props: {
  label: string
  done: string
  run(): Promise<unknown>
  title?: string
  class?: string
}) => (
  <button
    type="button"
    class={props.class}
    title={props.title}
    onClick={() => void attempt(props.run, props.done)}
  >
    {props.label}
  </button>
)

/** The values of a form by their names. */
export type Values = Readonly<Record<string, string>>

/** A one-line form whose button runs an action with its values, like `Do`. */
export const Line = (props: {
  label: string
  run(values: Values, form: HTMLFormElement): Promise<unknown>
  done(values: Values): string
  children: ComponentChildren
}) => (
  <form
    class="line"
    onSubmit={event => {
      event.preventDefault()
      const form = event.currentTarget
      const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, `${value}`]))
      void attempt(() => props.run(values, form), props.done(values))
    }}
  >
    {props.children}
    <button type="submit">{props.label}</button>
  </form>
)

/** The text of an empty view. */
export const Empty = (props: { children: ComponentChildren }) => <p class="empty">{props.children}</p>

/** Returns the CSS class of a status, by its first digit. */
export const statusClass = (status: number) => `status s${Math.floor(status / 100)}`

import { useLayoutEffect, useRef } from 'preact/hooks'
import { Dialog } from '../elements.js'

export interface MenuItem {
  label: string
  run(): void
}

/** The menu of a booking, with everything that dragging can do. */
export function BookingMenu(props: { title: string; items: readonly MenuItem[]; close(): void }) {
  const { title, items, close } = props
  const list = useRef<HTMLDivElement>(null)
  const buttons = () => [...(list.current?.querySelectorAll('button') ?? [])]
  useLayoutEffect(() => buttons()[0]?.focus(), [])

  function step(event: KeyboardEvent): void {
    const all = buttons()
    const at = all.indexOf(event.target as HTMLButtonElement)
    const next: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1 + all.length,
      Home: 0,
      End: all.length - 1,
    }
    const index = next[event.key]
    if (index === undefined) return
    event.preventDefault()
    all[index % all.length]?.focus()
  }

  return (
    <Dialog title={title} onClose={close}>
      <div ref={list} class="menu" role="menu" aria-label={title} tabIndex={-1} onKeyDown={step}>
        {items.map(({ label, run }) => (
          <button
            key={label}
            type="button"
            role="menuitem"
            onClick={() => {
              close()
              run()
            }}
          >
            {label}
          </button>
        ))}
      </div>
    </Dialog>
  )
}

import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Axis } from './layout.js'
import type { Shift } from './moves.js'

/** The gesture in progress. */
export type Gesture =
  | { kind: 'move'; bookingId: number; resourceId: number; shift: Shift }
  | { kind: 'draw'; resourceId: number; from: number; to: number }

interface Press {
  x: number
  y: number
  row: HTMLElement
  resourceId: number
  bookingId: number | undefined
  part: Shift['part']
  isDragging: boolean
}

const resourceOf = (row: HTMLElement) => Number(row.dataset.resource)

/** Returns the row of a resource at a vertical position in the window. */
const rowAt = (grid: HTMLElement, y: number) =>
  [...grid.querySelectorAll<HTMLElement>('[data-resource]')].find(row => {
    const { top, bottom } = row.getBoundingClientRect()
    return y >= top && y < bottom
  })

/** The maximum movement in pixels that still counts as a click. */
const tremble = 4

/**
 * Handles a mouse or pen that drags a booking or its edge, or draws a new one. Touch scrolls, and has the menu of a booking
 * instead.
 */
export function usePointer(
  grid: RefObject<HTMLElement>,
  options: { axis: Axis; isActive: boolean; done(gesture: Gesture): void },
) {
  const [gesture, setGesture] = useState<Gesture>()
  const press = useRef<Press>()
  const latest = useRef(options)
  latest.current = options

  function gestureOf({ x, row, resourceId, bookingId, part }: Press, event: PointerEvent): Gesture {
    const { axis } = latest.current
    const { left, width } = row.getBoundingClientRect()
    if (bookingId === undefined) {
      const [first = 0, last = 0] = [x, event.clientX]
        .map(at => Math.min(1 - 1e-9, Math.max(0, (at - left) / width)))
        .sort((a, b) => a - b)
      return { kind: 'draw', resourceId, from: axis.timeAt(first), to: axis.timeAt(last) }
    }
    const over = part === 'all' && grid.current ? rowAt(grid.current, event.clientY) : undefined
    const by = axis.stepsIn((event.clientX - x) / width) * axis.step
    return {
      ...{ kind: 'move', bookingId, shift: { unit: axis.unit, by, part } },
      resourceId: over ? resourceOf(over) : resourceId,
    }
  }

  function end(): void {
    press.current = undefined
    setGesture(undefined)
  }

  useEffect(() => {
    const cancel = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && press.current?.isDragging) end()
    }
    // Runs before the panel stops its key events from reaching the page.
    addEventListener('keydown', cancel, true)
    return () => removeEventListener('keydown', cancel, true)
  }, [])

  return {
    gesture,
    handlers: {
      onPointerDown(event: PointerEvent) {
        const target = event.target as HTMLElement
        const row = target.closest<HTMLElement>('[data-resource]')
        if (!row || !latest.current.isActive || event.button !== 0 || event.pointerType === 'touch') return
        const chip = target.closest<HTMLElement>('[data-booking]')
        const { edge = 'all' } = target.dataset
        press.current = {
          ...{ x: event.clientX, y: event.clientY, row, resourceId: resourceOf(row), isDragging: false },
          bookingId: chip ? Number(chip.dataset.booking) : undefined,
          part: edge as Shift['part'],
        }
      },
      onPointerMove(event: PointerEvent) {
        const pressed = press.current
        if (!pressed) return
        // The button was released outside, before a drag began.
        if (!(event.buttons & 1)) return end()
        if (!pressed.isDragging) {
          if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < tremble) return
          pressed.isDragging = true
          grid.current?.setPointerCapture(event.pointerId)
        }
        setGesture(gestureOf(pressed, event))
      },
      onPointerUp(event: PointerEvent) {
        const pressed = press.current
        const isDrawn = pressed?.bookingId === undefined
        end()
        // A click opens the booking.
        if (pressed && (pressed.isDragging || isDrawn)) latest.current.done(gestureOf(pressed, event))
      },
      onPointerCancel: end,
    },
  }
}

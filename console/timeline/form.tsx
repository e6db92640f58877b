import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Booking, NewBookingBody, Resource } from 'schedkit/client'
import { capitalized, Dialog } from '../elements.js'
import { type Problem, problemOf, tellProblem } from '../notices.js'
import type { Placed } from './moves.js'

interface Property {
  type?: 'string' | 'integer' | 'boolean'
  description: string
  default?: string | boolean
  maxLength?: number
  pattern?: string
  readOnly?: true
}

/** The schema of a new booking from `schedkit/schemas`, inserted by the build. */
declare const NEW_BOOKING: { properties: Record<keyof NewBookingBody, Property> }

type Values = Record<string, string | number | boolean>

const fields = Object.entries(NEW_BOOKING.properties).filter(([, { readOnly }]) => !readOnly) as [
  keyof NewBookingBody & string,
  Property,
][]

/** Fields with a longer maximum length are multiline. */
const mostInLine = 250

const labels: Readonly<Record<string, string>> = {
  resource_id: 'Resource',
  color_fg: 'Text colour',
  color_bk: 'Background',
  all_day_display: 'All day',
  text_bold: 'Bold',
}

const labelOf = (name: string) => labels[name] ?? capitalized(name).replace('_', ' ')

const isTime = (name: string) => name === 'start' || name === 'end'

/** A booking to edit or to create, with the refusal of the last attempt. */
export interface Draft {
  /** Absent for a new booking. */
  booking?: Booking
  values: Values
  /** The times of a new booking that was drawn on an axis of hours, where the same local time can occur twice. */
  drawn?: Placed | undefined
  problem?: Problem | undefined
}

/** Creates the draft of a booking, with changes that were not accepted. */
export function draftOf(booking: Booking, change: Values = {}, problem?: Problem): Draft {
  const values = Object.fromEntries(fields.map(([name]) => [name, booking[name as keyof Booking] ?? '']))
  return { booking, values: { ...values, ...change }, problem }
}

export const newDraft = (values: Values, drawn?: Placed): Draft => ({
  values: {
    ...Object.fromEntries(fields.map(([name, { default: value }]) => [name, value ?? ''])),
    ...values,
  },
  drawn,
})

interface FormProps {
  draft: Draft
  resources: readonly Resource[]
  mayEdit: boolean
  /** @throws an Error with the reason if it is refused */
  save(changed: Values): Promise<void>
  remove(): Promise<void>
  close(): void
}

/** A form for all fields of a booking. */
export function BookingForm({ draft, resources, mayEdit, save, remove, close }: FormProps) {
  const [values, setValues] = useState(draft.values)
  const [problem, setProblem] = useState(draft.problem)
  const [isBusy, setBusy] = useState(false)
  const { booking } = draft
  const isOpen = useRef(true)
  useEffect(
    () => () => {
      isOpen.current = false
    },
    [],
  )
  const form = useRef<HTMLFormElement>(null)
  const focused = useRef<Element | null>()
  // Disabled elements lose the focus.
  useLayoutEffect(() => {
    if (!isBusy && focused.current instanceof HTMLElement) focused.current.focus()
  }, [isBusy])

  async function run(work: () => Promise<void>): Promise<void> {
    focused.current = (form.current?.getRootNode() as Document | undefined)?.activeElement
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
      if (isOpen.current) close()
    } catch (error) {
      if (!isOpen.current) tellProblem(error)
      setProblem(problemOf(error))
      setBusy(false)
    }
  }

  function submit(event: Event): void {
    event.preventDefault()
    const changed = Object.entries(values).filter(
      ([name, value]) => !booking || value !== booking[name as keyof Booking],
    )
    void run(() => save(Object.fromEntries(changed)))
  }

  const set = (name: string, value: string | number | boolean) => setValues({ ...values, [name]: value })
  const others = problem?.details.filter(({ path }) => !(path in values)) ?? []
  return (
    <Dialog title={booking ? (mayEdit ? 'Edit booking' : 'Booking') : 'New booking'} onClose={close}>
      <form ref={form} onSubmit={submit} noValidate>
        {problem && (
          <div class="problem" role="alert">
            <p>{problem.message}</p>
            {others.map(({ path, message }) => (
              <p key={path}>
                <code>{path}</code> {message}
              </p>
            ))}
          </div>
        )}
        <fieldset disabled={!mayEdit || isBusy}>
          {fields.map(([name, property]) => (
            <Field
              key={name}
              {...{ name, property, resources, set }}
              value={values[name] ?? ''}
              problem={problem?.details.find(({ path }) => path === name)?.message}
            />
          ))}
        </fieldset>
        <footer>
          {booking && mayEdit && (
            <button type="button" class="danger" disabled={isBusy} onClick={() => void run(remove)}>
              Delete
            </button>
          )}
          <button type="button" onClick={close}>
            {mayEdit ? 'Cancel' : 'Close'}
          </button>
          {mayEdit && (
            <button type="submit" class="main" disabled={isBusy}>
              {booking ? 'Save' : 'Create'}
            </button>
          )}
        </footer>
      </form>
    </Dialog>
  )
}

interface FieldProps {
  name: string
  property: Property
  value: string | number | boolean
  problem: string | undefined
  resources: readonly Resource[]
  set(name: string, value: string | number | boolean): void
}

function Field(props: FieldProps) {
  const { name, property, problem } = props
  const isLong = (property.maxLength ?? 0) > mostInLine
  const kind =
    property.type === 'boolean' ? 'check' : isLong ? 'wide' : name.startsWith('color') ? 'small' : ''
  return (
    <div class={`field ${kind} ${problem === undefined ? '' : 'wrong'}`}>
      <label for={`field-${name}`}>{labelOf(name)}</label>
      <Input {...props} />
      {problem !== undefined && (
        <p class="error" id={`problem-${name}`}>
          {problem}
        </p>
      )}
    </div>
  )
}

function Input({ name, property, value, problem, resources, set }: FieldProps) {
  const common = {
    ...{ id: `field-${name}`, name, title: property.description },
    ...(problem !== undefined && { 'aria-invalid': true, 'aria-describedby': `problem-${name}` }),
  }
  if (name === 'resource_id') {
    return (
      <select
        {...common}
        value={String(value)}
        onChange={event => set(name, Number(event.currentTarget.value))}
      >
        {resources.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    )
  }
  const text = String(value)
  if ((property.maxLength ?? 0) > mostInLine) {
    return (
      <textarea {...common} rows={3} value={text} onInput={event => set(name, event.currentTarget.value)} />
    )
  }
  if (property.type === 'boolean') {
    const check = (event: { currentTarget: HTMLInputElement }) => set(name, event.currentTarget.checked)
    return <input {...common} type="checkbox" checked={value === true} onChange={check} />
  }
  const type = isTime(name) ? 'datetime-local' : property.pattern?.startsWith('^#') ? 'color' : 'text'
  const [shown, typed] = isTime(name)
    ? [text.slice(0, 16).replace(' ', 'T'), (entered: string) => entered.replace('T', ' ')]
    : [text, (entered: string) => entered]
  return (
    <input
      {...common}
      type={type}
      value={shown}
      onInput={event => set(name, typed(event.currentTarget.value))}
    />
  )
}

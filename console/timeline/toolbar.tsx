import { useEffect, useRef } from 'preact/hooks'
import { capitalized } from '../elements.js'
import type { Account, Known } from '../service.js'
import { formatDate, nextDay, type Period, titleOf, type View, writeWall } from '../times.js'
import type { Shown } from '../view-state.js'
import type { Plan } from './plan.js'

const views: readonly View[] = ['day', 'week', 'month']

interface ToolbarProps {
  known: Known
  shown: Shown
  plan: Plan | undefined
  /** The chosen period; the plan may still show the previous one. */
  period: Period | undefined
  account: Account | undefined
  scheduleId: string | undefined
  change(part: Partial<Shown>): void
  create(): void
}

const dateOf = (wall: number) => writeWall(wall).slice(0, 10)

/** Selects schedule, account, view and date. */
export function Toolbar(props: ToolbarProps) {
  const { known, plan, account, scheduleId, change, create } = props
  const period = plan?.period
  return (
    <div class="toolbar">
      <select
        class="schedule"
        aria-label="Schedule"
        value={scheduleId}
        onChange={event => change({ schedule: event.currentTarget.value })}
      >
        {known.schedules.map(({ id, owner }) => (
          <option key={id} value={id}>
            {id}
            {owner === account?.email ? ' (own)' : ''}
          </option>
        ))}
      </select>
      <select
        class="as"
        aria-label="As"
        value={account?.email}
        onChange={event => change({ as: event.currentTarget.value })}
      >
        {known.accounts.map(({ email, note }) => (
          <option key={email} value={email}>
            {note ? `${email}, ${note}` : email}
          </option>
        ))}
      </select>
      <Dates {...props} />
      <h2 class="period">{plan && period ? titleOf(period, plan.me) : ''}</h2>
      {plan?.mayEdit === false ? (
        <span class="badge">View only</span>
      ) : (
        <button type="button" class="main" disabled={!plan} onClick={create}>
          New booking
        </button>
      )}
    </div>
  )
}

/** Selects the period. */
function Dates({ shown, plan, period, change }: Pick<ToolbarProps, 'shown' | 'plan' | 'period' | 'change'>) {
  const input = useRef<HTMLInputElement>(null)
  const date = shown.date ?? (period ? dateOf(period.from) : '')
  // A rendering must not overwrite a date that is only half entered, whose value is empty.
  useEffect(() => {
    if (input.current) input.current.value = date
  }, [date])
  const turn = (to: Period, direction: 1 | -1) => change({ date: dateOf(nextDay(to, direction)) })
  return (
    <>
      <div class="group" role="group" aria-label="View">
        {views.map(view => (
          <button
            key={view}
            type="button"
            aria-pressed={shown.view === view}
            onClick={() => change({ view })}
          >
            {capitalized(view)}
          </button>
        ))}
      </div>
      <div class="group">
        <button
          type="button"
          aria-label="Earlier"
          disabled={!period}
          onClick={() => period && turn(period, -1)}
        >
          ‹
        </button>
        <button type="button" onClick={() => change({ date: undefined })}>
          Today
        </button>
        <button type="button" aria-label="Later" disabled={!period} onClick={() => period && turn(period, 1)}>
          ›
        </button>
      </div>
      <label class="date">
        <span class="hidden">Date</span>
        <input
          ref={input}
          type="date"
          title={plan && period ? formatDate(period.from, plan.me) : undefined}
          onChange={({ currentTarget: { value } }) => value !== '' && change({ date: value })}
        />
      </label>
    </>
  )
}

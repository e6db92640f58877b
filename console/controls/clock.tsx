import { Card } from '../elements.js'
import { attempt } from '../notices.js'
import { nowOf } from '../service.js'
import { useStore, useTick } from '../store.js'
import { accountOf } from '../timeline/plan.js'
import { day, hour, minute, nextClockChange, wallOf, writeWall } from '../times.js'
import type { ViewProps } from '../view-props.js'

/** The clock of the service. */
export function Clock({ service, shown }: ViewProps) {
  const known = useStore(service.store)
  useTick(1_000)
  const { control } = service
  const now = nowOf(known)
  const { frozen } = known.clock
  const email = accountOf(known, shown)?.email
  const zone = known.users.find(user => user.email === email)?.timezone ?? 'UTC'
  const advance = (seconds: number, done: string) => attempt(() => control.advanceClock({ seconds }), done)
  const change = nextClockChange(now, zone)
  return (
    <Card title="Clock">
      <p class="big">
        {writeWall(wallOf(now, zone))} <small>{zone}</small>
      </p>
      <div class="actions">
        <button type="button" onClick={() => void advance(hour / 1000, 'The clock is an hour ahead.')}>
          +1 hour
        </button>
        <button type="button" onClick={() => void advance(day / 1000, 'The clock is a day ahead.')}>
          +1 day
        </button>
        {change !== undefined && (
          <button
            type="button"
            title={`${writeWall(wallOf(change - minute, zone))} in ${zone}`}
            onClick={() =>
              void attempt(
                () => control.setClock({ now: new Date(change - minute) }),
                `It is a minute before the clocks of ${zone} change.`,
              )
            }
          >
            Next clock change
          </button>
        )}
        <button
          type="button"
          onClick={() =>
            void attempt(
              () => control.setClock({ frozen: !frozen }),
              frozen ? 'The clock runs.' : 'The clock stands still.',
            )
          }
        >
          {frozen ? 'Run' : 'Freeze'}
        </button>
        <button
          type="button"
          onClick={() => void attempt(() => control.resetClock(), 'The clock shows the real time.')}
        >
          Real time
        </button>
      </div>
      <form
        class="line"
        onSubmit={event => {
          event.preventDefault()
          const text = String(new FormData(event.currentTarget).get('time'))
          void attempt(() => control.setClock({ now: `${text}Z` }), `The clock shows ${text}, UTC.`)
        }}
      >
        <label>
          Set to (UTC) <input name="time" type="datetime-local" required />
        </label>
        <button type="submit">Set</button>
      </form>
    </Card>
  )
}

import { Card, Do, Line } from '../elements.js'
import { nowOf, type ViewProps } from '../service.js'
import { useStore, useTick } from '../store.js'
import { accountOf } from '../timeline/plan.js'
import { day, hour, minute, nextClockChange, wallOf, writeWall } from '../times.js'

/** Shows and sets the clock of the service. */
export function Clock({ service, shown }: ViewProps) {
  const known = useStore(service.store)
  useTick(1_000)
  const { control } = service
  const now = nowOf(known)
  const { frozen } = known.clock
  const email = accountOf(known, shown)?.email
  const zone = known.users.find(user => user.email === email)?.timezone ?? 'UTC'
  const advance = (milliseconds: number) => () => control.advanceClock({ seconds: milliseconds / 1000 })
  const change = nextClockChange(now, zone)
  return (
    <Card title="Clock">
      <p class="big">
        {writeWall(wallOf(now, zone))} <small>{zone}</small>
      </p>
      <div class="actions">
        <Do label="+1 hour" run={advance(hour)} done="The clock is an hour ahead." />
        <Do label="+1 day" run={advance(day)} done="The clock is a day ahead." />
        {change !== undefined && (
          <Do
            label="Next clock change"
            title={`${writeWall(wallOf(change - minute, zone))} in ${zone}`}
            run={() => control.setClock({ now: new Date(change - minute) })}
            done={`It is a minute before the clocks of ${zone} change.`}
          />
        )}
        <Do
          label={frozen ? 'Run' : 'Freeze'}
          run={() => control.setClock({ frozen: !frozen })}
          done={frozen ? 'The clock runs.' : 'The clock stands still.'}
        />
        <Do label="Real time" run={() => control.resetClock()} done="The clock shows the real time." />
      </div>
      <Line
        label="Set"
        run={({ time }) => control.setClock({ now: `${time}Z` })}
        done={({ time }) => `The clock shows ${time}, UTC.`}
      >
        <label>
          Set to (UTC) <input name="time" type="datetime-local" required />
        </label>
      </Line>
    </Card>
  )
}

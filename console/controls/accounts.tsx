import { useState } from 'preact/hooks'
import { Card, Line, type Values } from '../elements.js'
import type { ViewProps } from '../service.js'
import { useStore } from '../store.js'

/** Creates accounts and schedules, which the API cannot. */
export function Accounts({ service, shown, change }: ViewProps) {
  const { users, accounts, schedules } = useStore(service.store)
  const { control } = service
  const [asked, setAsked] = useState<string>()
  const passwordOf = (email: string) => accounts.find(account => account.email === email)?.password

  function open(email: string): void {
    change({ tab: 'timeline', as: email })
  }

  async function enter({ password = '' }: Values, email: string): Promise<void> {
    await service.clientOf({ email, password }).readMe()
    service.remember({ email, password })
    open(email)
  }

  async function create({ email = '', password = '' }: Values, form: HTMLFormElement): Promise<void> {
    const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
    await control.addUser({ email, password, timezone })
    await control.addSchedule({ owner: email })
    service.remember({ email, password })
    form.reset()
  }

  return (
    <Card title="Accounts">
      <ul class="rows">
        {users.map(({ id, email, timezone }) => (
          <li key={id}>
            <span>
              <bdi>{email}</bdi>
              <small class="quiet">
                {timezone} ·{' '}
                {schedules
                  .filter(({ owner }) => owner === email)
                  .map(each => each.id)
                  .join(', ') || 'no schedule of its own'}
              </small>
            </span>
            {passwordOf(email) !== undefined && (
              <button type="button" aria-pressed={shown.as === email} onClick={() => open(email)}>
                Log in
              </button>
            )}
            <button type="button" aria-expanded={asked === email} onClick={() => setAsked(email)}>
              Password…
            </button>
            {asked === email && (
              <Line label="Log in" run={values => enter(values, email)} done={() => `Logged in as ${email}.`}>
                <label>
                  Password of {email} <input name="password" type="password" autocomplete="off" required />
                </label>
              </Line>
            )}
          </li>
        ))}
      </ul>
      <Line
        label="Create with a schedule"
        run={create}
        done={({ email }) => `${email} was created, with a schedule.`}
      >
        <label>
          E-mail <input name="email" type="email" required />
        </label>
        <label>
          Password <input name="password" autocomplete="off" required />
        </label>
      </Line>
    </Card>
  )
}

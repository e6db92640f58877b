import { useState } from 'preact/hooks'
import { Card } from '../elements.js'
import { tell, tellProblem } from '../notices.js'
import { useStore } from '../store.js'
import type { ViewProps } from '../view-props.js'

/** Accounts and schedules. The API has no way to create them. */
export function Accounts({ service, shown, change }: ViewProps) {
  const { users, accounts, schedules } = useStore(service.store)
  const { control } = service
  const [asked, setAsked] = useState<string>()
  const passwordOf = (email: string) => accounts.find(account => account.email === email)?.password

  function open(email: string): void {
    change({ tab: 'timeline', as: email })
  }

  async function enter(event: Event, email: string): Promise<void> {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget as HTMLFormElement).get('password'))
    try {
      await service.clientOf({ email, password }).readMe()
      service.remember({ email, password })
      open(email)
    } catch (error) {
      tellProblem(error)
    }
  }

  async function create(event: Event): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const [email = '', password = ''] = ['email', 'password'].map(name =>
      String(new FormData(form).get(name)),
    )
    const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
    await control.addUser({ email, password, timezone })
    const { id } = await control.addSchedule({ owner: email })
    service.remember({ email, password })
    form.reset()
    tell(`${email} was created, with the schedule ${id}.`)
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
            {passwordOf(email) === undefined ? (
              <button type="button" aria-expanded={asked === email} onClick={() => setAsked(email)}>
                Password…
              </button>
            ) : (
              <button type="button" aria-pressed={shown.as === email} onClick={() => open(email)}>
                Log in
              </button>
            )}
            {asked === email && passwordOf(email) === undefined && (
              <form class="line" onSubmit={event => void enter(event, email)}>
                <label>
                  Password of {email} <input name="password" type="password" autocomplete="off" required />
                </label>
                <button type="submit">Log in</button>
              </form>
            )}
          </li>
        ))}
      </ul>
      <form class="line" onSubmit={event => void create(event).catch(tellProblem)}>
        <label>
          E-mail <input name="email" type="email" required />
        </label>
        <label>
          Password <input name="password" autocomplete="off" required />
        </label>
        <button type="submit">Create with a schedule</button>
      </form>
    </Card>
  )
}

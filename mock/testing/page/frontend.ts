import { document, type Element, type Input } from './dom.js'

interface Answer<Data> {
  success: boolean
  data?: Data
  error?: { message: string }
}

/** A frontend that knows only the API, not the mock: it logs in, lists the resources of a schedule, and adds one. */
export function startFrontend(api: string): void {
  const find = <E extends Element = Element>(selector: string) => document.querySelector<E>(selector)
  const typed = (selector: string) => find<Input>(selector).value
  let authorization = ''
  let done = 0

  async function send<Data>(method: string, path: string, body?: object): Promise<Answer<Data>> {
    const response = await fetch(`${api}/v1${path}`, {
      method,
      headers: { authorization },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as Answer<Data>
    find('#status').textContent = String(response.status)
    find('#problem').textContent = answer.error?.message ?? ''
    return answer
  }

  async function list(): Promise<void> {
    const { data } = await send<{ name: string }[]>('GET', '/schedules/lisbon-studio/resources?limit=0')
    const rows = (data ?? []).map(({ name }) => {
      const row = document.createElement('li')
      row.textContent = name
      return row
    })
    find('#resources').replaceChildren(...rows)
  }

  function onSubmit(form: string, work: () => Promise<void>): void {
    find(form).addEventListener('submit', async event => {
      event.preventDefault()
      await work()
      find('#done').textContent = String(++done)
    })
  }

  onSubmit('#login', async () => {
    authorization = `Basic ${btoa(`${typed('#email')}:${typed('#password')}`)}`
    const { data } = await send<{ firstname: string }>('GET', '/users/me')
    find('#who').textContent = data?.firstname ?? ''
    if (data) await list()
  })

  onSubmit('#create', async () => {
    const { success } = await send('POST', '/schedules/lisbon-studio/resources', { name: typed('#name') })
    if (success) await list()
  })
}

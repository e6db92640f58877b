import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Controls } from './controls/controls.js'
import { Mails } from './mails.js'
import { Notices } from './notices.js'
import { Report } from './report.js'
import { Requests } from './requests.js'
import { connect, nowOf, type Service } from './service.js'
import { useStore, useTick } from './store.js'
import { Timeline } from './timeline/timeline.js'
import { inWords, wallOf } from './times.js'
import { readShown, type Shown, type Tab, tabs, tokenIn, writeShown } from './view-state.js'

/*
 * The console: what happens in a service, and what can be done to it. It uses the public client and the control interface
 * alone. The token stays in the fragment of the link that opens it, and in this tab.
 */

const tokenKey = 'schedkit-console-token'

const titles: Readonly<Record<Tab, string>> = {
  timeline: 'Timeline',
  requests: 'Requests',
  mails: 'Mails',
  controls: 'Controls',
  report: 'Report',
}

/** What the page shows, as its URL says it. */
function useShown(): [Shown, (change: Partial<Shown>) => void] {
  const [shown, setShown] = useState(() => readShown(location.hash))
  useEffect(() => {
    const read = () => setShown(readShown(location.hash))
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  const change = (part: Partial<Shown>) =>
    setShown(before => {
      const next = { ...before, ...part }
      history.replaceState(null, '', writeShown(next))
      return next
    })
  return [shown, change]
}

const connections = {
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Connection lost, trying again',
  refused: 'Refused',
} as const

function Status({ service }: { service: Service }) {
  const known = useStore(service.store)
  useTick(1_000)
  const wall = wallOf(nowOf(known), 'UTC')
  const { frozen } = known.clock
  return (
    <div class="state">
      <span class={`clock ${frozen ? 'frozen' : ''}`} title="The clock of the service, in UTC">
        {inWords(wall, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })}{' '}
        {new Date(wall).toISOString().slice(11, 19)} UTC{frozen ? ' ❄' : ''}
      </span>
      <span class={`connection ${known.connection}`}>{connections[known.connection]}</span>
    </div>
  )
}

function Console({ service, signOut }: { service: Service; signOut(): void }) {
  const [shown, change] = useShown()
  const known = useStore(service.store)
  useEffect(() => {
    void service.follow()
  }, [service])
  useEffect(() => {
    if (known.connection === 'refused') signOut()
  }, [known.connection])
  const count = (tab: Tab) => (tab === 'mails' ? known.mails.length : 0)
  return (
    <>
      <header class="top">
        <h1>schedkit</h1>
        <nav aria-label="Views">
          {tabs.map(tab => (
            <a
              key={tab}
              href={writeShown({ ...shown, tab })}
              aria-current={shown.tab === tab ? 'page' : undefined}
              onClick={event => {
                event.preventDefault()
                change({ tab })
              }}
            >
              {titles[tab]}
              {count(tab) > 0 && <span class="count">{count(tab)}</span>}
            </a>
          ))}
        </nav>
        <Status service={service} />
      </header>
      <main>
        {shown.tab === 'timeline' && <Timeline service={service} shown={shown} change={change} />}
        {shown.tab === 'requests' && <Requests service={service} />}
        {shown.tab === 'mails' && <Mails service={service} />}
        {shown.tab === 'controls' && <Controls service={service} shown={shown} change={change} />}
        {shown.tab === 'report' && <Report />}
      </main>
      <Notices />
    </>
  )
}

function AskForToken({ isWrong, enter }: { isWrong: boolean; enter(token: string): void }) {
  return (
    <main class="token">
      <h1>schedkit console</h1>
      <p>
        {isWrong
          ? 'The service does not take this token: it may have been started again.'
          : 'Open the link that the service shows when it starts, or enter its control token.'}
      </p>
      <form
        onSubmit={event => {
          event.preventDefault()
          enter(String(new FormData(event.currentTarget).get('token')).trim())
        }}
      >
        <label>
          Control token <input name="token" type="password" autocomplete="off" required />
        </label>
        <button type="submit" class="main">
          Open
        </button>
      </form>
    </main>
  )
}

/** Takes the token out of the URL, where others might see or share it. */
function readToken(): string | undefined {
  const token = tokenIn(location.hash)
  if (token === undefined) return sessionStorage.getItem(tokenKey) ?? undefined
  sessionStorage.setItem(tokenKey, token)
  history.replaceState(null, '', location.pathname + location.search)
  return token
}

function App() {
  const [token, setToken] = useState(readToken)
  const [isWrong, setWrong] = useState(false)
  const [service, setService] = useState<Service>()
  useEffect(() => setService(token === undefined ? undefined : connect(token)), [token])
  function enter(given: string): void {
    sessionStorage.setItem(tokenKey, given)
    setWrong(false)
    setToken(given)
  }
  function signOut(): void {
    sessionStorage.removeItem(tokenKey)
    setWrong(true)
    setToken(undefined)
  }
  if (token === undefined) return <AskForToken isWrong={isWrong} enter={enter} />
  return service ? <Console service={service} signOut={signOut} /> : null
}

const root = document.getElementById('console')
if (root) render(<App />, root)

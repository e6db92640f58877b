import { render } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { Console, fragment } from './console.js'
import { connect, type Service } from './service.js'
import { useStore } from './store.js'
import { tokenIn } from './view-state.js'

/*
 * The console of the server that serves it. The token is only in the fragment of the link that opens it, and in this tab.
 */

const tokenKey = 'schedkit-console-token'

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

/** Removes the token from the URL, where it might be seen or shared. */
function readToken(): string | undefined {
  const token = tokenIn(location.hash)
  if (token === undefined) return sessionStorage.getItem(tokenKey) ?? undefined
  sessionStorage.setItem(tokenKey, token)
  history.replaceState(null, '', location.pathname + location.search)
  return token
}

/** Connects to the service that serves this page. */
function connectTo(token: string): Service {
  const base = new URL('.', location.href).href.replace(/\/$/, '')
  return connect({ base, token, fetch: (input, init) => fetch(input, init) })
}

function App() {
  const [token, setToken] = useState(readToken)
  const [isWrong, setWrong] = useState(false)
  // Opening a link with another token in this tab does not reload the page.
  useEffect(() => {
    const take = () => {
      if (tokenIn(location.hash) === undefined) return
      setWrong(false)
      setToken(readToken())
    }
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])
  const service = useMemo(() => (token === undefined ? undefined : connectTo(token)), [token])
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
  return service ? (
    <Page service={service} signOut={signOut} />
  ) : (
    <AskForToken isWrong={isWrong} enter={enter} />
  )
}

function Page({ service, signOut }: { service: Service; signOut(): void }) {
  const { connection } = useStore(service.store)
  useEffect(() => {
    if (connection === 'refused') signOut()
  }, [connection])
  return <Console service={service} place={fragment} />
}

const root = document.getElementById('console')
if (root) render(<App />, root)

import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Accounts } from './controls/accounts.js'
import { Clock } from './controls/clock.js'
import { Conditions } from './controls/conditions.js'
import { Data } from './controls/data.js'
import { capitalized } from './elements.js'
import { Mails } from './mails.js'
import { Notices } from './notices.js'
import { Report } from './report.js'
import { Requests } from './requests.js'
import { nowOf, type Service, type ViewProps } from './service.js'
import { useStore, useTick } from './store.js'
import { Timeline } from './timeline/timeline.js'
import { inWords, wallOf } from './times.js'
import { readShown, type Shown, type Tab, tabs, writeShown } from './view-state.js'

/** The place where the console stores its view state. */
export interface Place {
  read(): string
  write(text: string): void
}

/** The URL fragment, so that a reload or a link restores the view. */
export const fragment: Place = {
  read: () => location.hash,
  write: text => history.replaceState(null, '', text),
}

/** Returns the view state of a place, and a function that changes it. */
function useShown(place: Place): [Shown, (change: Partial<Shown>) => void] {
  const [shown, setShown] = useState(() => readShown(place.read()))
  useEffect(() => {
    const read = () => setShown(readShown(place.read()))
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  const change = (part: Partial<Shown>) =>
    setShown(before => {
      const next = { ...before, ...part }
      place.write(writeShown(next))
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
      <span
        class={`connection ${known.connection}`}
        title={service.isInPage ? 'The service is in this page' : undefined}
      >
        {service.isInPage ? 'In this page' : connections[known.connection]}
      </span>
    </div>
  )
}

const Controls = (props: ViewProps) => (
  <div class="cards">
    <Clock {...props} />
    <Conditions {...props} />
    <Accounts {...props} />
    <Data {...props} />
  </div>
)

/** Shows and controls a service, using only the public client and the control interface. */
export function Console(props: {
  service: Service
  place: Place
  /** The element around the views; `div` in a panel, which is not the main content of its page. */
  element?: 'main' | 'div'
  /** Additional buttons for the header. */
  children?: ComponentChildren
}) {
  const { service, place, element: Views = 'main', children } = props

  const [shown, change] = useShown(place)
  const known = useStore(service.store)
  useEffect(service.open, [service])
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
              {capitalized(tab)}
              {count(tab) > 0 && <span class="count">{count(tab)}</span>}
            </a>
          ))}
        </nav>
        <Status service={service} />
        {children}
      </header>
      {known.connection === 'lost' && known.problem !== '' && (
        <div class="problem" role="alert">
          {known.problem}
        </div>
      )}
      <Views class="views">
        {shown.tab === 'timeline' && <Timeline service={service} shown={shown} change={change} />}
        {shown.tab === 'requests' && <Requests service={service} />}
        {shown.tab === 'mails' && <Mails service={service} />}
        {shown.tab === 'controls' && <Controls service={service} shown={shown} change={change} />}
        {shown.tab === 'report' && <Report />}
      </Views>
      <Notices />
    </>
  )
}

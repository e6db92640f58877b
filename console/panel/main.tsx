import { render } from 'preact'
import { useState } from 'preact/hooks'
import { Console, type Place } from '../console.js'
import { Close } from '../elements.js'
import { connect, type Service } from '../service.js'

/*
 * The console as a panel in a page under development; it is isolated from the styles and keys of the page.
 */

/** The styles of the console, inserted by the build. */
declare const STYLES: string

/** A place in session storage, because the URL belongs to the page. */
const inTab = (key: string): Place => ({
  read: () => sessionStorage.getItem(key) ?? '',
  write: text => sessionStorage.setItem(key, text),
})
const [size, view] = [inTab('schedkit-panel-size'), inTab('schedkit-panel-view')]

function Panel({ service }: { service: Service }) {
  const [chosen, setChosen] = useState(size.read())
  function choose(next: '' | 'open' | 'large'): void {
    size.write(next)
    setChosen(next)
  }
  if (chosen === '') {
    return (
      <button type="button" class="launcher" aria-expanded={false} onClick={() => choose('open')}>
        schedkit
      </button>
    )
  }
  return (
    <aside class={`panel ${chosen}`} aria-label="schedkit">
      <Console service={service} place={view} element="div">
        <button type="button" class="plain" onClick={() => choose(chosen === 'large' ? 'open' : 'large')}>
          {chosen === 'large' ? 'Smaller' : 'Larger'}
        </button>
        <Close label="Close the panel" close={() => choose('')} />
      </Console>
    </aside>
  )
}

export const openPanel: typeof import('../panel.js').openPanel = ({ base, fetch }) => {
  const element = document.createElement('schedkit-panel')
  const shadow = element.attachShadow({ mode: 'open' })
  const styles = new CSSStyleSheet()
  styles.replaceSync(STYLES)
  shadow.adoptedStyleSheets = [styles]
  const root = document.createElement('div')
  root.id = 'console'
  for (const type of ['keydown', 'keypress', 'keyup'])
    root.addEventListener(type, key => key.stopPropagation())
  shadow.append(root)
  // Frameworks may rerender the whole body.
  document.documentElement.append(element)
  render(<Panel service={connect({ base, fetch, token: 'in-page', isInPage: true })} />, root)
  return () => {
    render(null, root)
    element.remove()
  }
}

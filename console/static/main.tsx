import './without-eval.js'
import { render } from 'preact'
import { demo } from '../../fixtures/demo.js'
import { startPageService } from '../../mock/page/service.js'
import { Console, fragment } from '../console.js'
import { connect } from '../service.js'

/*
 * The console with the service inside the page, for static hosting. Its data are reset when it is loaded.
 */

/** The seed that the site was built with; without one, the demo is used. */
const given = document.getElementById('seed')
const seed = given?.textContent ? JSON.parse(given.textContent) : demo({ now: Date.now() })
const uniqueNames = given?.dataset.uniqueNames === 'schedule' ? 'schedule' : 'service'

/** The default URL of a server, used in copied commands. The page's own requests never leave it. */
const baseUrl = 'http://127.0.0.1:4000'

const { base, fetch } = startPageService({ baseUrl, seed, uniqueNames })

// For visitors who open the developer tools.
Object.assign(globalThis, { schedkit: { fetch } })

const root = document.getElementById('console')
if (root) {
  const service = connect({ base, fetch, token: 'in-page', isInPage: true })
  render(<Console service={service} place={fragment} />, root)
}

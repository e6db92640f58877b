import './without-eval.js'
import { render } from 'preact'
import { demo } from '../../fixtures/demo.js'
import { startPageService } from '../../mock/page/service.js'
import { Console, fragment } from '../console.js'
import { connect } from '../service.js'

/*
 * The console with the service in the page, for hosts that only have files. Its data begin anew when it is loaded.
 */

/** The data that the build was made with; the demo without them. */
const given = document.getElementById('seed')?.textContent
const seed = given ? JSON.parse(given) : demo({ now: Date.now() })

/** Where a server is by default, to which commands that are copied go. Requests of the page never leave it. */
const baseUrl = 'http://127.0.0.1:4000'

const { base, fetch } = startPageService({ baseUrl, seed })

// For visitors who open the developer tools.
Object.assign(globalThis, { schedkit: { fetch } })

const root = document.getElementById('console')
if (root) {
  const service = connect({ base, fetch, token: 'in-page', isInPage: true })
  render(<Console service={service} place={fragment} />, root)
}

import { HttpResponse, http } from 'msw'
import { demo } from 'schedkit/fixtures'
import { type BrowserMockOptions, startMock } from 'schedkit/mock/browser'
import { document, location } from './dom.js'
import { startFrontend } from './frontend.js'

/** The options in the URL of the page: `?options=` and options of the mock as JSON. */
const asked: Partial<BrowserMockOptions> = JSON.parse(
  new URLSearchParams(location.search).get('options') ?? '{}',
)
const options: BrowserMockOptions = {
  baseUrl: 'https://api.example.com',
  seed: demo({ now: Date.now() }),
  quiet: true,
  ...asked,
}

Object.assign(globalThis, { startMock, options, http, HttpResponse })
try {
  const mock = await startMock(options)
  startFrontend(mock.baseUrl)
  Object.assign(globalThis, { mock })
  document.querySelector('#state').textContent = 'ready'
} catch (error) {
  document.querySelector('#state').textContent = error instanceof Error ? error.message : String(error)
}

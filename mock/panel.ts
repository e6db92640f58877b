// Entry point of the panel: it shows the mock of this page, which startMock of schedkit/mock/browser has started.

import { partsOf } from './assembly.js'
import { report } from './console.js'
import type { Mock } from './mock.js'
import { showRunning } from './page/running.js'
import { createPageService } from './page/service.js'

/** The environment that bundlers put in its place; a page without a bundler has none. */
declare const process: { env: { NODE_ENV?: string } }

function isProduction(): boolean {
  try {
    return process.env.NODE_ENV === 'production'
  } catch {
    return false
  }
}

function showPanel(mock: Mock): () => void {
  const { engine, base } = partsOf(mock)
  // A reset of the mock in a page is more than one of its engine.
  const own = Object.assign(Object.create(engine), { reset: async () => mock.reset(), load: mock.load })
  const service = createPageService(own, base)
  const opened = import('../console/panel.js').then(({ openPanel }) => openPanel(service))
  opened.catch(error => report('schedkit failed to show its panel:', error))
  return () => void opened.then(close => close())
}

if (!isProduction()) showRunning(showPanel)

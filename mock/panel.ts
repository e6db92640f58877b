// Entry point of the panel, which shows the mock that startMock of schedkit/mock/browser has started in this page.

import { partsOf } from './assembly.js'
import { report } from './console.js'
import type { Mock } from './mock.js'
import { showRunning } from './page/running.js'
import { createPageService } from './page/service.js'

/** The environment, which bundlers substitute; undefined in a page without a bundler. */
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
  // Resetting the mock of a page does more than resetting its engine.
  const own = Object.assign(Object.create(engine), { reset: async () => mock.reset(), load: mock.load })
  const service = createPageService(own, base)
  const opened = import('../console/panel.js').then(({ openPanel }) => openPanel(service))
  opened.catch(error => report('schedkit failed to show its panel:', error))
  return () => void opened.then(close => close())
}

if (!isProduction()) showRunning(showPanel)

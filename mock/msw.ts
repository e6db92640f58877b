// All of msw takes as long to load as everything else together.
import { http } from 'msw/core/http'
import type { Library } from './handler.js'

/** What the mock uses of the installed MSW. */
export const installed: Library = {
  http,
  passthrough: async () => (await import('msw')).passthrough(),
}

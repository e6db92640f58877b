import type { Service } from './service.js'
import type { Shown } from './view-state.js'

/** What a view is given: the service, what the page shows of it, and how to show something else. */
export interface ViewProps {
  service: Service
  shown: Shown
  change(part: Partial<Shown>): void
}

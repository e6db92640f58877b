import type { Service } from '../service.js'
import type { Shown } from '../view-state.js'
import { Accounts } from './accounts.js'
import { Clock } from './clock.js'
import { Conditions } from './conditions.js'
import { Data } from './data.js'

export interface ControlsProps {
  service: Service
  shown: Shown
  change(part: Partial<Shown>): void
}

/** What can be done to the service. */
export const Controls = (props: ControlsProps) => (
  <div class="cards">
    <Clock {...props} />
    <Conditions {...props} />
    <Accounts {...props} />
    <Data {...props} />
  </div>
)

import type { ViewProps } from '../view-props.js'
import { Accounts } from './accounts.js'
import { Clock } from './clock.js'
import { Conditions } from './conditions.js'
import { Data } from './data.js'

/** The controls of the service. */
export const Controls = (props: ViewProps) => (
  <div class="cards">
    <Clock {...props} />
    <Conditions {...props} />
    <Accounts {...props} />
    <Data {...props} />
  </div>
)

import { Refusal, suggest } from '../core/index.js'
import { type ControlOperation, data, operation } from './control-operation.js'

/** The sessions: requests to these are for all of them, whichever session they name. */
export const sessionOperations: readonly ControlOperation[] = [
  operation(
    'GET /_control/sessions',
    'List the sessions: requests with "Schedkit-Session: NAME", or to /_session/NAME/v1, begin one; control requests with it act on it',
    ({ sessions }) => data(sessions.list()),
  ),
  operation(
    'DELETE /_control/sessions/{sessionName}',
    'End a session, with all its data; the next request that names it begins a new one',
    ({ sessions }, _, { sessionName = '' }) => {
      if (sessions.end(sessionName)) return
      const names = sessions.list().map(({ id }) => id)
      throw new Refusal('not_found', `There is no session ${sessionName}; ${suggest(sessionName, names)}`)
    },
  ),
]

/** Is this a path of these operations? */
export const isAboutSessions = (target: string): boolean => /^\/_control\/sessions(?:[/?]|$)/.test(target)

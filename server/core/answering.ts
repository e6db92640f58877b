import { type Call, type Reply, splitTarget } from './call.js'
import { Refusal } from './errors.js'
import type { Log } from './ports.js'
import { defective, refused } from './replies.js'
import { Taken, type Unique } from './store.js'

/** What answers calls. */
export type Answer = (call: Call) => Promise<Reply>

const refusalOf: Record<Unique, () => Refusal> = {
  'resource name': () =>
    new Refusal(
      'name_taken',
      'Resource names are unique: this one is taken, or was given to several at once',
    ),
  'collaborator email': () =>
    new Refusal('already_collaborator', 'This address is a collaborator of the schedule already'),
  'collaborator account': () =>
    new Refusal(
      'already_collaborator',
      'The account with this address is a collaborator of the schedule already',
    ),
  'user email': () => new Refusal('email_taken', 'Another account uses this e-mail address'),
  'user id': () => new Refusal('id_taken', 'Another account has this id'),
  'schedule id': () => new Refusal('id_taken', 'Another schedule has this id'),
}

/** Makes an answer that never throws: the one place where errors become replies. */
export function answering(log: Log, answer: Answer): Answer {
  return async call => {
    try {
      return await answer(call)
    } catch (error) {
      if (error instanceof Refusal) return refused(error)
      if (error instanceof Taken) return refused(refusalOf[error.what]())
      log.defect(error, `${call.method} ${splitTarget(call.target).path}`)
      return defective
    }
  }
}

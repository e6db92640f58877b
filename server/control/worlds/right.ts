import { answerWorlds } from './right-answers.js'
import { listWorlds } from './right-lists.js'
import { objectWorlds } from './right-objects.js'

/** Services that obey every sentence of the document. */
export const rightWorlds = [...listWorlds, ...objectWorlds, ...answerWorlds] as const

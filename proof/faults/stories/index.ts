import type { Fault } from '../fault.js'
import { objectStories } from './objects.js'
import { peopleStories } from './people.js'

/** Faults that `explore` must find and shrink to `steps`: single checks need not see them. */
export const stories: readonly Fault[] = [...peopleStories, ...objectStories]

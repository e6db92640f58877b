import { answerVariants } from './answers.js'
import { choiceVariants } from './choices.js'
import { listVariants } from './lists.js'
import { peopleVariants } from './people.js'
import type { Variant } from './variant.js'
import { worldVariants } from './worlds.js'
import { writeVariants } from './writes.js'

/** Every variant. */
export const variants: readonly Variant[] = [
  ...worldVariants,
  ...answerVariants,
  ...listVariants,
  ...choiceVariants,
  ...writeVariants,
  ...peopleVariants,
]

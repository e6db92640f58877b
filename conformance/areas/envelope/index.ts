import { envelopeInvariants } from './invariants.js'
import { envelopeRefusalChecks } from './refusals.js'
import { envelopeChecks } from './rows.js'
import { envelopeShapeChecks } from './shapes.js'
import { envelopeTextChecks } from './texts.js'

export { envelope as area } from './rules.js'

export const checks = [
  ...envelopeRefusalChecks,
  ...envelopeChecks,
  ...envelopeShapeChecks,
  ...envelopeTextChecks,
]

export const invariants = [...envelopeInvariants]

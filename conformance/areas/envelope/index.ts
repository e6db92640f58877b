import { envelopeRefusalChecks } from './refusals.js'
import { rowChecks } from './rows.js'
import { envelopeShapeChecks } from './shapes.js'
import { envelopeTextChecks } from './texts.js'

export { envelopeInvariants as invariants } from './invariants.js'
export { envelope as area } from './rules.js'

export const checks = [...envelopeRefusalChecks, ...rowChecks, ...envelopeShapeChecks, ...envelopeTextChecks]

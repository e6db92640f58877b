// The public entry point of the conformance kit.

// Certification.
export { type CertifyOptions, certify, estimate } from './certify.js'
export type { Check, Invariant } from './check/check.js'
// Exploration by random walks.
export { type ExploreOptions, explore } from './explore/explore.js'
export {
  type DifferenceReport,
  type ExploreReport,
  exploreText,
  type StepReport,
  type WarningReport,
} from './explore/explore-report.js'
// Reports.
export * from './report/index.js'
// Rules, checks and invariants.
export * from './rules-and-checks.js'
export { type Baseline, BaselineError, baselineOf, baselineText, readBaseline } from './run/baseline.js'
export type { Budget } from './run/budget.js'
export { ContinuationError, unpassedChecks } from './run/continuation.js'
export { type Estimate, estimateText } from './run/estimate.js'
export type { Progress } from './run/runner.js'
export { isHttpFile } from './run/script.js'
export { shownBy } from './run/seen.js'
export { type Cleaned, type CleanOptions, cleanLedger, cleanupRequests } from './session/clean-ledger.js'
export {
  type ControlOptions,
  provisionByControl,
  type RemoveOptions,
  removalRequests,
  removeAccounts,
} from './session/control.js'
export { LedgerError, type Leftovers, readLedger } from './session/ledger.js'
export { runSetupCommand } from './target/setup-command.js'
export { runSetupModule } from './target/setup-module.js'
export type { Account, Provision, ReceivedMail, Target, TargetInput } from './target/target.js'
export { isLoopback, parseTarget, TargetError, UnreachableError } from './target/target.js'
export { readTargetFile, targetExample, withEnvironment } from './target/target-file.js'

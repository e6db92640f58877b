// The public entry point of the conformance kit.

// Rules, checks and invariants.
export * from './catalogue.js'
// Certification.
export { type CertifyOptions, certify, estimate } from './certify.js'
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
export { type Baseline, BaselineError, baselineOf, baselineText, readBaseline } from './runner/baseline.js'
export type { Check, Invariant } from './runner/check.js'
export { type Cleaned, type CleanOptions, cleanLedger } from './runner/clean-ledger.js'
export { cleanupRequests } from './runner/cleanup-requests.js'
export { type Estimate, estimateText } from './runner/estimate.js'
export { isHttpFile } from './runner/http-file.js'
export { LedgerError, type Leftovers, readLedger } from './runner/ledger.js'
export type { Progress } from './runner/runner.js'
export {
  type ControlOptions,
  provisionByControl,
  type RemoveOptions,
  removalRequests,
  removeAccounts,
} from './target/control.js'
export { runSetupCommand } from './target/setup-command.js'
export { runSetupModule } from './target/setup-module.js'
export type { Account, Provision, ReceivedMail, Target, TargetInput } from './target/target.js'
export { isLoopback, parseTarget, TargetError, UnreachableError } from './target/target.js'
export { readTargetFile, targetExample, withEnvironment } from './target/target-file.js'

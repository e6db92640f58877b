/** A rule that says something about a target only if another one holds. */
export interface Foundation {
  /** At least one of these rules has to hold. */
  readonly rules: readonly string[]
  /** Completes: "it proves nothing as long as ...". */
  readonly doubt: string
}

const isKept: Foundation = {
  rules: ['RES-39', 'BKG-29', 'COL-22', 'USER-28'],
  doubt: 'the target does not show what it was sent',
}
const isObjectKept: Foundation = {
  rules: ['RES-39', 'BKG-29'],
  doubt: 'what is created does not come back',
}
const isAccountKept: Foundation = {
  rules: ['USER-28', 'USER-40'],
  doubt: 'the account that is read is not the one that was changed',
}
const isLoginChecked: Foundation = {
  rules: ['AUTH-02', 'AUTH-03'],
  doubt: 'the target accepts any credentials',
}

/**
 * Rules that a target may seem to keep although it knows nothing about the service, because it answers everything with
 * success, or in the right form. A rule is verified only if its checks would fail there.
 */
export const foundations: Readonly<Record<string, Foundation>> = {
  'ENV-01': isKept,
  'ENV-09': isObjectKept,
  'CROSS-39': isObjectKept,
  'USER-01': isAccountKept,
  'USER-02': isAccountKept,
  'USER-03': isAccountKept,
  'USER-04': isAccountKept,
  'USER-25': isAccountKept,
  'USER-26': isAccountKept,
  'USER-30': isAccountKept,
  'USER-38': isAccountKept,
  'USER-48': isAccountKept,
  'LIMIT-01': isAccountKept,
  'AUTH-01': isLoginChecked,
  'USER-33': isLoginChecked,
  'USER-37': isLoginChecked,
  'USER-44': isLoginChecked,
}

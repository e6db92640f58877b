// biome-ignore-all format: written by npm run snapshots from the contract and its descriptions

/** The account of the caller. */
export type User = {
  /** Identifies the account. */
  id: string
  /** The address to log in with. At most 200 characters. */
  email: string
  /** First name. At most 50 characters. */
  firstname: string
  /** Last name. At most 100 characters. */
  lastname: string
  /** The language of the user. */
  language_tag: 'en' | 'de'
  /** How to show dates. */
  date_format: 'm/d/Y' | 'm-d-Y' | 'm.d.Y' | 'd/m/Y' | 'd-m-Y' | 'd.m.Y' | 'Y/m/d' | 'Y-m-d' | 'Y.m.d'
  /** How to show times: 24 hours, or 12 hours with AM and PM in either letter case. */
  time_format: 'H:i' | 'h:i A' | 'h:i a'
  /** A name in the tz database, such as `Europe/Lisbon`. Times without a zone are in this one. */
  timezone: string
  /** The first day of a week in calendars. */
  first_day_of_week: 'monday' | 'saturday' | 'sunday'
  /** Whether others may add the account to their schedules. */
  allow_collaboration: boolean
  /** If false, the user is asked to complete the profile after login. May read as 1 or 0. */
  profile_completed: boolean
  /** How many schedules of others the account may have access to. */
  collaboration_limit: number
  /** How many requests the account may send within 5 minutes. */
  request_rate_limit: number
  /** A limit of the account that its operator sets. */
  schedules_limit: number
  /** When it was last updated: UTC, ISO 8601. */
  updated_at: string
  /** When it was created: UTC, ISO 8601. */
  created_at: string
}

/** The fields to change. */
export type UserBody = {
  [Name in keyof Omit<User, 'id' | 'profile_completed' | 'collaboration_limit' | 'request_rate_limit' | 'schedules_limit' | 'updated_at' | 'created_at'>]?: User[Name] | undefined
} & {
  /** If false, the user is asked to complete the profile after login. May read as 1 or 0. */
  profile_completed?: boolean | 0 | 1 | undefined
  /** A new password. It is never returned. 6 to 1024 characters. */
  new_password?: string | undefined
}

/** An account to create, for which the document has no operation. */
export type NewAccount = {
  [Name in keyof Omit<User, 'id' | 'email' | 'profile_completed' | 'updated_at' | 'created_at'>]?: User[Name] | undefined
} & {
  /** Letters, digits and any of `. _ ~ -`; at most 100. Chosen by the service by default. */
  id?: string | undefined
  /** The address to log in with. At most 200 characters. */
  email: string
  /** If false, the user is asked to complete the profile after login. May read as 1 or 0. */
  profile_completed?: boolean | 0 | 1 | undefined
  /** The password to log in with. 6 to 1024 characters. */
  password: string
}

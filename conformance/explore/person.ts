import type { JsonObject } from '../runner/json.js'

/** An account of the target, as the model knows it. */
export interface Person {
  /** `owner`, `member 1`, `throwaway 1` */
  readonly name: string
  readonly email: string
  /** Those that it may have; the first one is that of the target file. */
  readonly passwords: readonly string[]
  /** Which one works now. */
  current: number
  /** Which ones it has had: a target may refuse to take one again. */
  readonly used: Set<number>
  /** Wrong passwords in a row: a target may lock out whoever goes on. */
  misses: number
  readonly isOwner: boolean
  /** It may lose its password (`--allow lock`). */
  readonly isDisposable: boolean
  /** Writable members of the user object as they must be read. */
  settings: JsonObject
  /** `collaboration_limit`, where it is known. */
  readonly limit: number | undefined
}

export const zoneOf = ({ settings }: Person) => String(settings.timezone)

/** What every walk begins with. */
export const baseSettings: JsonObject = {
  timezone: 'UTC',
  language_tag: 'en',
  date_format: 'Y-m-d',
  time_format: 'H:i',
  first_day_of_week: 'monday',
  allow_collaboration: true,
}

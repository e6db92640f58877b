/** Milliseconds since 1970 as `created_at` and `updated_at` show them. */
export const dateText = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** Seconds since 1970 as `start_utc` and `end_utc` show them. */
export const utcText = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`

/** The seconds since 1970 that such a text means. */
export const secondsOf = (text: string): number => Math.floor(Date.parse(text) / 1000)

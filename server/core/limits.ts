/** How much one request may ask for. */
export interface Limits {
  /** Identifiers in one `ids` parameter. */
  ids: number
  /** Levels of objects and arrays in a body. */
  jsonDepth: number
}

/** How much one body may have. */
export interface BodyLimits extends Pick<Limits, 'jsonDepth'> {
  /** Fields, those of nested objects included. No object of the service has a tenth of the default of 1,000; seeds have more. */
  fields: number
}

export const defaultLimits: Limits = { ids: 1_000, jsonDepth: 32 }

/** The default limit of a body, in bytes. */
export const bodyLimit = 2 ** 20

/** The default limit of a path with its query, in characters. */
export const urlLimit = 8 * 1024

/** What a service has that is not told otherwise. */
export const serviceDefaults = {
  /** `request_rate_limit` of an account that sets none: requests per 5 minutes. */
  requestRateLimit: 100_000,
  /** Resource names are unique in the whole service (section 2.1). */
  uniqueNames: 'service',
} as const

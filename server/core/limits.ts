/** Limits of one request. */
export interface Limits {
  /** The maximum number of ids in one `ids` parameter. */
  ids: number
  /** The maximum nesting of objects and arrays in a body. */
  jsonDepth: number
}

/** Limits of one body. */
export interface BodyLimits extends Pick<Limits, 'jsonDepth'> {
  /**
   * The maximum number of fields, including those of nested objects. No object of the service has a tenth of the default of
   * 1,000; seeds have more.
   */
  fields: number
}

export const defaultLimits: Limits = { ids: 1_000, jsonDepth: 32 }

/** The default limit of a body, in bytes. */
export const bodyLimit = 2 ** 20

/** The default limit of a path with its query, in characters. */
export const urlLimit = 8 * 1024

/** The defaults of a service. */
export const serviceDefaults = {
  /** `request_rate_limit` of an account that sets none: requests per 5 minutes. */
  requestRateLimit: 100_000,
  /** Resource names are unique in the whole service (section 2.1). */
  uniqueNames: 'service',
} as const

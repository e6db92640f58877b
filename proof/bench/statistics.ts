/** The value that this share of the values does not exceed; NaN if there are none. */
export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** The members that have several lines (section 2). */
const multiLine = ['note']

/** A value whose lines end with LF. That a note has lines is stated, and not how they end: a target may keep CR and LF. */
export const withLineFeeds = <Value>(member: string, value: Value): Value | string =>
  multiLine.includes(member) && typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value

import { Refusal } from './errors.js'
import type { PathIds } from './operation.js'
import type { Params } from './router.js'

/** Segments that cannot be an id become NaN, which no object has. */
export function pathIds(params: Params): PathIds {
  const ids: PathIds = { scheduleId: decodeSegment(params.scheduleId ?? '') }
  for (const name in params) {
    if (name === 'scheduleId') continue
    const digits = params[name] ?? ''
    const id = /^[1-9][0-9]*$/.test(digits) ? Number(digits) : Number.NaN
    ids[name as 'resourceId'] = Number.isSafeInteger(id) ? id : Number.NaN
  }
  return ids
}

/** @throws {Refusal} if an id of the path cannot be one */
export function refuseUnreadable(ids: PathIds, params: Params): void {
  for (const name in ids) {
    if (!Number.isNaN(ids[name as 'resourceId'])) continue
    const noun = name.slice(0, -'Id'.length)
    throw new Refusal(
      'not_found',
      `There is no ${noun} "${params[name]}" in this schedule; ids are positive integers`,
    )
  }
}

function decodeSegment(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new Refusal(
      'bad_request',
      `The path contains an invalid percent escape in "${segment.slice(0, 100)}"`,
    )
  }
}

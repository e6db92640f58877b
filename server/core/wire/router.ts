import { Refusal } from './errors.js'
import { nearest } from './wording.js'

/** A route. Placeholders in the path look like `{scheduleId}`. */
export interface Route {
  method: string
  path: string
  /** False if HEAD must not be answered like GET because the GET changes something. */
  head?: false
}

export type Params = Readonly<Record<string, string>>

/** The result of a match. "No match" is data, never an exception. */
export type Match<R extends Route> =
  | { kind: 'found'; route: R; params: Params }
  | { kind: 'other methods'; methods: string[]; route: R }
  | { kind: 'nothing'; hint(): string | undefined }

interface Template<R> {
  path: string
  segments: string[]
  methods: Map<string, R>
  route: R
}

const isPlaceholder = (segment: string) => segment.startsWith('{')

/** Creates a strict router for a fixed table of routes. */
export function createRouter<R extends Route>(routes: readonly R[]) {
  const templates = templatesOf(routes)

  return {
    /** Matches a path as sent, still percent-encoded; case and slashes must match exactly. */
    match(method: string, path: string): Match<R> {
      const segments = path.split('/')
      const template = templates.find(each => fits(each.segments, segments))
      if (!template) return { kind: 'nothing', hint: () => hintAt(segments, templates) }
      const { methods } = template
      const route = methods.get(method)
      if (!route) return { kind: 'other methods', methods: [...methods.keys()], route: template.route }
      const params: Record<string, string> = {}
      for (const [index, segment] of template.segments.entries())
        if (isPlaceholder(segment)) params[segment.slice(1, -1)] = segments[index] as string
      return { kind: 'found', route, params }
    },
  }
}

function templatesOf<R extends Route>(routes: readonly R[]): Template<R>[] {
  const templates = new Map<string, Template<R>>()
  for (const route of routes) {
    const template = templates.get(route.path) ?? {
      ...{ path: route.path, segments: route.path.split('/'), methods: new Map<string, R>(), route },
    }
    templates.set(route.path, template)
    template.methods.set(route.method, route)
    if (route.method === 'GET' && route.head !== false) template.methods.set('HEAD', route)
  }
  return [...templates.values()]
}

/** Whether a path has these segments, and a non-empty segment for each placeholder. */
const fits = (template: readonly string[], sent: readonly string[]): boolean =>
  template.length === sent.length &&
  template.every((part, index) => (isPlaceholder(part) ? sent[index] !== '' : part === sent[index]))

/** Suggests what was probably meant. */
function hintAt<R>(segments: readonly string[], templates: readonly Template<R>[]): string | undefined {
  const empty = segments.indexOf('', 1)
  const filled = segments.map((segment, index) => (index === empty ? '-' : segment))
  const meant = templates.find(template => fits(template.segments, filled))
  // A path with a trailing slash probably means the list.
  if (meant && segments.at(-1)) return `The ${meant.segments[empty]} of ${meant.path} is empty`
  const nearest = nearestPath(segments, templates)
  return nearest && `Did you mean ${nearest}?`
}

/** The path that was probably meant: it differs in case, empty segments or a typo, lacks `/v1`, or is incomplete. */
function nearestPath<R>(segments: readonly string[], templates: readonly Template<R>[]): string | undefined {
  const sent = ['', ...segments.filter(segment => segment !== '')]
  // Every path continues from `/` and `/v1`, so these say nothing about what was meant.
  const longer = templates.find(
    template =>
      sent.length > 2 &&
      template.segments.length > sent.length &&
      fits(template.segments.slice(0, sent.length), sent),
  )
  return (
    closestPath(sent, templates) ??
    closestPath(['', 'v1', ...sent.slice(1)], templates) ??
    (longer && filled(longer, sent))
  )
}

/** Fills the placeholders of a template with the segments that were sent. */
const filled = <R>({ segments }: Template<R>, sent: readonly string[]) =>
  segments.map((part, index) => (isPlaceholder(part) ? (sent[index] ?? part) : part)).join('/')

function closestPath<R>(sent: readonly string[], templates: readonly Template<R>[]): string | undefined {
  const candidates = templates.filter(({ segments }) => segments.length === sent.length)
  // A path with `room` probably means resources rather than bookings: the first letter of a word is rarely wrong.
  const otherInitials = (path: string) =>
    path.split('/').filter((part, index) => initial(part) !== initial(sent[index])).length
  return nearest(
    sent.join('/'),
    new Set(candidates.map(template => filled(template, sent))),
    path => 2 * otherInitials(path),
  )
}

const initial = (segment = '') => segment.charAt(0).toLowerCase()

/** The ids in a path; each operation has those of its path. */
export interface PathIds {
  scheduleId: string
  resourceId?: number
  bookingId?: number
  collaboratorId?: number
}

/** Converts ids in a path. Segments that cannot be an id become NaN, which no object has. */
export function pathIds(params: Params): PathIds {
  const ids: PathIds = { scheduleId: decodeSegment(params.scheduleId ?? '') }
  for (const name in params) {
    if (name === 'scheduleId') continue
    const digits = decodeSegment(params[name] ?? '')
    const id = /^[1-9][0-9]*$/.test(digits) ? Number(digits) : Number.NaN
    ids[name as 'resourceId'] = Number.isSafeInteger(id) ? id : Number.NaN
  }
  return ids
}

/** @throws {Refusal} if an id in the path is not valid */
export function refuseUnreadable(ids: PathIds, params: Params): void {
  for (const name in ids) {
    if (!Number.isNaN(ids[name as 'resourceId'])) continue
    const noun = name.slice(0, -'Id'.length)
    throw new Refusal(
      'not_found',
      `There is no ${noun} "${params[name]}" in this schedule; ids are integers from 1 to ${Number.MAX_SAFE_INTEGER}`,
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

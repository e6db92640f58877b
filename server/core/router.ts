import { nearest } from './wording.js'

/** A route. Placeholders in the path look like `{scheduleId}`. */
export interface Route {
  method: string
  path: string
  /** False if HEAD must not be answered like GET, because the GET changes something. */
  head?: false
}

export type Params = Readonly<Record<string, string>>

/** The result of a match. "No match" is data, never an exception. */
export type Match<R extends Route> =
  | { kind: 'found'; route: R; params: Params }
  | { kind: 'other methods'; methods: string[] }
  | { kind: 'nothing'; nearest(): string | undefined }

export interface Router<R extends Route> {
  /** `path` as sent, still percent-encoded; case and slashes must match exactly. */
  match(method: string, path: string): Match<R>
}

interface Template<R> {
  path: string
  segments: string[]
  methods: Map<string, R>
}

const isPlaceholder = (segment: string) => segment.startsWith('{')

/** Makes a strict router over a fixed table of routes. */
export function createRouter<R extends Route>(routes: readonly R[]): Router<R> {
  const templates: Template<R>[] = []
  for (const route of routes) {
    let template = templates.find(each => each.path === route.path)
    if (!template) {
      template = { path: route.path, segments: route.path.split('/'), methods: new Map() }
      templates.push(template)
    }
    template.methods.set(route.method, route)
    if (route.method === 'GET' && route.head !== false) template.methods.set('HEAD', route)
  }

  return {
    match(method, path) {
      const segments = path.split('/')
      const template = templates.find(each => fits(each.segments, segments))
      if (!template) return { kind: 'nothing', nearest: () => nearestPath(segments, templates) }
      const route = template.methods.get(method)
      if (!route) return { kind: 'other methods', methods: [...template.methods.keys()] }
      return { kind: 'found', route, params: paramsOf(template.segments, segments) }
    },
  }
}

function fits(template: readonly string[], segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((part, index) => (isPlaceholder(part) ? segments[index] !== '' : part === segments[index]))
  )
}

function paramsOf(template: readonly string[], segments: readonly string[]): Params {
  const params: Record<string, string> = {}
  for (const [index, part] of template.entries()) {
    if (isPlaceholder(part)) params[part.slice(1, -1)] = segments[index] ?? ''
  }
  return params
}

/** The path that was probably meant: differs in case, empty segments or a typo. */
function nearestPath<R>(segments: readonly string[], templates: readonly Template<R>[]): string | undefined {
  const sent = ['', ...segments.filter(segment => segment !== '')]
  const candidates = templates
    .filter(template => template.segments.length === sent.length)
    .map(template =>
      template.segments.map((part, index) => (isPlaceholder(part) ? (sent[index] ?? '') : part)),
    )
  return nearest(sent.join('/'), new Set(candidates.map(parts => parts.join('/'))))
}

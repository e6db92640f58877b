import type { membersOf } from '../../conformance/catalogue/members.js'
import type { Answer } from './recording.js'

export type Members = Record<string, unknown>
export type Kind = keyof typeof membersOf

/** The values that earlier answers of a run have shown. */
export interface History {
  /** Values of a member of one object, the newest last. */
  of(kind: Kind, id: unknown, member: string): readonly unknown[]
  /** Values of a member of any object of a kind. */
  all(kind: Kind, member: string): readonly unknown[]
  add(path: string, answer: Answer): void
}

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function kindOf(path: string): Kind {
  if (path.endsWith('/users/me')) return 'user'
  return /\/bookings/.test(path) ? 'booking' : /\/collaborators/.test(path) ? 'collaborator' : 'resource'
}

export const objectsIn = (body: Members): Members[] => [body.data].flat().filter(isObject)

const most = 40

export function createHistory(): History {
  const values = new Map<string, unknown[]>()
  const remember = (key: string, value: unknown) => {
    const known = values.get(key) ?? []
    values.set(key, known)
    if (known.at(-1) !== value) known.push(value)
    if (known.length > most) known.shift()
  }
  return {
    of: (kind, id, member) => values.get(`${kind} ${id} ${member}`) ?? [],
    all: (kind, member) => values.get(`${kind} ${member}`) ?? [],
    add(path, answer) {
      const body = bodyOf(answer)
      if (body?.success !== true) return
      const kind = kindOf(path)
      for (const object of objectsIn(body)) {
        for (const [member, value] of Object.entries(object)) {
          remember(`${kind} ${object.id} ${member}`, value)
          remember(`${kind} ${member}`, value)
        }
      }
    },
  }
}

const bodies = new WeakMap<Answer, { body: Members | undefined }>()

/** The body of an answer. It is parsed once, because every lie needs the bodies of all answers. */
export function bodyOf(answer: Answer): Members | undefined {
  const known = bodies.get(answer) ?? { body: parsed(answer.text) }
  bodies.set(answer, known)
  return known.body
}

export function parsed(text: string): Members | undefined {
  try {
    const body: unknown = JSON.parse(text)
    return isObject(body) ? body : undefined
  } catch {
    return undefined
  }
}

import { recorded } from './recorded-examples.js'

/** Bodies by name. */
export type Examples = Readonly<Record<string, unknown>>

const all: Examples = recorded

/** The recorded responses of an operation with a status: a refusal is named by its code. */
export function exampleOf(id: string, status: number, codes?: readonly string[]): Examples {
  const found = Object.entries(all).flatMap(([key, value]) => {
    const [operation, of, name = 'response'] = key.split(' ')
    return operation === id && of === String(status) ? [[name, value] as const] : []
  })
  return Object.fromEntries(codes ? found.filter(([name]) => codes.includes(name)) : found)
}

/** The recorded body of a request that succeeded, as a member of a media type. */
export function requestExample(id: string): { example?: unknown } {
  const example = all[`${id} request`]
  return example === undefined ? {} : { example }
}

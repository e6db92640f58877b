import { comparedHeaders, type Got, type Sent } from '../requests/request.js'

/** What two twins did otherwise, told so that it can be played again. */
export class Difference extends Error {
  override readonly name = 'Difference'

  constructor(
    readonly about: { seed: number; number: number; what: string },
    readonly answers: readonly (readonly [name: string, answer: string])[],
  ) {
    const { seed, number, what } = about
    const told = answers.map(([name, answer]) => `--- ${name}\n${answer}`)
    super(`Story ${seed}, step ${number}: ${what}\n${told.join('\n')}`)
    // Where it was thrown tells nothing, and would be shown with the whole message once more.
    this.stack = this.name
  }
}

/** Are two answers the same in all that twins have to agree in? */
export const isSame = (one: Got, other: Got): boolean =>
  one.status === other.status &&
  comparedHeaders.every(name => (one.headers[name] ?? null) === (other.headers[name] ?? null)) &&
  one.body.equals(other.body)

const most = 1_000
const cut = (text: string) =>
  text.length <= most ? text : `${text.slice(0, most)}... (${text.length} characters)`

export function toldRequest({ method, target, headers, body, chunked }: Sent): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const content = body ? [`${chunked ? '(in chunks) ' : ''}${shownBytes(body)}`] : []
  return [`${method} ${cut(target)}`, ...lines, ...content].join('\n')
}

export function toldAnswer({ status, headers, body }: Got): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${value}`],
  )
  return [status, ...lines, shownBytes(body)].join('\n')
}

/** Bytes as text; in Base64 where they are none. */
function shownBytes(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString()
  return cut(Buffer.from(text).equals(bytes) ? text : `(Base64) ${Buffer.from(bytes).toString('base64')}`)
}

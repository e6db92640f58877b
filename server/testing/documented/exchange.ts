/** A request and its response, for comparison with the document. */
export interface Exchange {
  method: string
  /** The request target as sent. */
  target: string
  /** The body of the request, if known. */
  sent?: Uint8Array | string | undefined
  status: number
  /** The headers, by lower-case name. */
  headers: Readonly<Record<string, string | readonly string[] | null | undefined>>
  body: string
}

/** Thrown for a response that the document does not declare in this form. */
export class Undocumented extends Error {
  override readonly name = 'Undocumented'

  constructor({ method, target, sent = '', status, body }: Exchange, problems: readonly string[]) {
    const request = `${method} ${target.slice(0, 300)} ${Buffer.from(sent).toString().slice(0, 300)}`
    super(
      `The OpenAPI document does not say that ${request}\nis answered with ${status} ${body.slice(0, 600)}\n${problems.join('\n')}`,
    )
  }
}

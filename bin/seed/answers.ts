import { jsonExcess, sizeText, textWithin } from '../../conformance/http/answer-limits.js'
import { oneLine } from '../../conformance/http/clean.js'
import { kitCommand } from '../../conformance/session/defaults.js'
import { ExitError } from '../errors.js'

export interface AnswerOptions {
  /** The URL of the service, without `/v1`. */
  url: string
  /** The maximum size of a response, decompressed, in bytes. */
  maxResponse: number
  /** The maximum number of objects in a list. */
  maxObjects: number
  /** Called once if links lead to another host, as behind a proxy. */
  noteLinks(host: string): void
}

/** The part of the response to a list or to a read of an account that is used here. */
interface Answer {
  data?: unknown
  pagination?: { total_count?: unknown; links?: { next?: unknown } }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads the responses of an untrusted service: enforces limits and reports what is missing. */
export function createAnswers({ url, maxResponse, maxObjects, noteLinks }: AnswerOptions) {
  const { host } = new URL(url)
  /** The requested pages and the number of their objects, by list. */
  const lists = new Map<string, { next: Set<string>; objects: number }>()
  let isNoted = false

  const failure = (what: string) => new ExitError(`Failed to read ${url}: ${what}`, 1)

  function checkList(
    request: string,
    { path, isWhole }: { path: string; isWhole: boolean },
    { data, pagination }: Answer,
  ): void {
    const lacking = (what: string) =>
      failure(`the answer of ${request} ${what}. Certify the service with ${kitCommand} run.`)
    if (!Array.isArray(data)) throw lacking('has no array data')
    if (!data.every(isObject)) throw lacking('has data that are not objects')
    if (!isObject(pagination)) throw lacking('has no pagination')
    if (!isObject(pagination.links)) throw lacking('has no pagination.links')
    const { total_count: total, links } = pagination
    if (!Number.isInteger(total) || Number(total) < 0)
      throw lacking('has no whole number pagination.total_count')
    const { next } = links
    const list = lists.get(path) ?? { next: new Set(), objects: 0 }
    lists.set(path, list)
    // A list without pages repeats what its pages have shown.
    if (!isWhole) list.objects += data.length
    if (Math.max(list.objects, data.length) > maxObjects) {
      throw failure(`${path} has more than ${maxObjects} objects (--max-objects). Raise it if that is right.`)
    }
    if (next === undefined || next === null || next === '') return
    if (typeof next !== 'string' || !URL.canParse(next, url))
      throw lacking('has a pagination.links.next that is not a URL')
    if (data.length === 0) throw lacking('has no objects, but a pagination.links.next')
    const { host: other, search } = new URL(next, url)
    if (list.next.has(search)) throw lacking(`has the same pagination.links.next as a page before it`)
    list.next.add(search)
    if (other !== host && !isNoted) {
      isNoted = true
      noteLinks(oneLine(other))
    }
  }

  /** Returns the response with its body read and checked. @throws ExitError that says what is wrong */
  return async (target: string, response: Response, signal: AbortSignal): Promise<Response> => {
    const { pathname, searchParams } = new URL(target)
    const path = pathname.slice(pathname.indexOf('/v1/'))
    const request = `GET ${path}`
    if (response.status >= 300 && response.status < 400) {
      const location = oneLine(response.headers.get('location') ?? 'another URL').slice(0, 200)
      throw failure(`${request} is redirected to ${location}. Give the URL of the API itself.`)
    }
    const tooLong = () =>
      failure(
        `the answer of ${request} is larger than ${sizeText(maxResponse)} (--max-response). Raise it if the service has objects that large.`,
      )
    const text = await textWithin(response, signal, { size: maxResponse, tooLong })
    const excess = jsonExcess(text, maxResponse)
    if (excess !== undefined) throw failure(`the answer of ${request} ${excess}.`)
    // A new Response would need a status that its constructor accepts.
    Object.defineProperty(response, 'text', { value: async () => text })
    const answer = response.ok ? parseOrUndefined(text) : undefined
    if (isObject(answer) && (answer as { success?: unknown }).success === true) {
      if (!path.endsWith('/users/me'))
        checkList(request, { path, isWhole: searchParams.get('limit') === '0' }, answer)
      else if (!isObject((answer as Answer).data)) {
        throw failure(`the answer of ${request} has no object data.`)
      }
    }
    return response
  }
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

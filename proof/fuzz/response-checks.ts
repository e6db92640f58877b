import { type ErrorCode, statusOf } from '../../server/core/index.js'
import { Flaw, type RawAnswer } from './answer.js'

/** How an answer is judged. */
export interface Judged {
  /** Whether it was one to HEAD. */
  bodiless: boolean
  /** Whether it may be a page. */
  page: boolean
  /** Whether failures were planned. */
  planned: boolean
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** @throws Flaw where an answer is not as every answer has to be */
export function judge(answer: RawAnswer, { bodiless, page, planned }: Judged): void {
  const { status, headers, body } = answer
  if (status >= 500 && !planned) throw new Flaw(`It was answered with ${status}`)
  if (headers.get('x-content-type-options') !== 'nosniff') throw new Flaw('The answer has no nosniff')
  if (headers.get('cache-control') !== 'no-store') throw new Flaw('The answer has no no-store')
  const type = headers.get('content-type')
  if (page && type === 'text/html; charset=utf-8') return
  if (type !== 'application/json; charset=utf-8') throw new Flaw(`The answer is of the type ${type}`)
  if (bodiless) return

  const { success, error } = parsed(body) as { success: unknown; error?: { code: string; message: string } }
  if (success !== (status >= 200 && status < 300)) throw new Flaw(`${status} has a success of ${success}`)
  if (success === true || planned) return
  if (statusOf[error?.code as ErrorCode] !== status) throw new Flaw(`${status} has the code ${error?.code}`)
  if (typeof error?.message !== 'string' || error.message === '') throw new Flaw('The refusal says nothing')
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body))
  } catch (error) {
    throw new Flaw(`The body is no JSON: ${(error as Error).message}`)
  }
}

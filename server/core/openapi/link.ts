import type { LinkTarget } from '../operations/operation.js'
import type { ErrorCode } from '../wire/errors.js'
import { activationDescription } from './descriptions.js'
import { refusalExamples, successExample } from './examples.js'
import { always, ofWrites, refusalOf, refusalReferences } from './refusals.js'
import { type Content, envelope, json, type Response } from './responses.js'
import { objectOf } from './schemas.js'
import { referenceTo } from './values.js'

/** The target of the link in an activation e-mail: the only path of the service that is not part of the interface. */

const webPage: Record<string, Content> = { 'text/html': { schema: { type: 'string' } } }

/** Adds the page that browsers get. */
const withPage = (response: Response): Response => ({
  ...response,
  content: { ...response.content, ...webPage },
})

/** Its refusals, which differ from those of all operations. */
const ownRefusals: readonly [status: number, code: ErrorCode, description: string, hasPage: boolean][] = [
  [400, 'bad_request', 'The request cannot be understood.', false],
  [404, 'link_invalid', 'The link was used, cancelled or replaced, or has expired.', true],
  [409, 'email_taken', 'Another account has the address by now.', true],
]

/** Describes the operation. */
export function describeLink({ id }: LinkTarget): object {
  const limited: readonly ErrorCode[] = ['rate_limited', 'too_many_guesses']
  const shared = [...always, ...ofWrites].filter(code => !limited.includes(code))
  const own = ownRefusals.map(([status, code, description, hasPage]) => {
    const response = refusalOf([code], description, undefined, refusalExamples(id, [code]))
    return [String(status), hasPage ? withPage(response) : response] as const
  })
  const email = { ...referenceTo('Email'), description: 'The new address.' }
  const success: Response = {
    description: 'The new address is valid.',
    content: json(envelope({ data: objectOf({ email }) }), successExample(id, 200)),
  }
  return {
    operationId: id,
    tags: ['Links'],
    summary: 'Confirm a new e-mail address',
    description: `${activationDescription} For everyone with the link.`,
    security: [],
    responses: {
      200: withPage(success),
      ...Object.fromEntries(own),
      ...Object.fromEntries(refusalReferences(shared, 'viewer')),
    },
  }
}

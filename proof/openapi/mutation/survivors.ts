/** Why traffic cannot tell some mutants from the document. The first reason that fits is the one that counts. */
const reasons: readonly (readonly [mutant: RegExp, reason: string])[] = [
  [
    /^components\/schemas\/(?:New\w+|\w+Change)\/.* has no pattern$|\/parameters\/.* has no pattern$/,
    'Code knows more than the pattern: a text that it refuses may still match, so a refusal proves nothing',
  ],
  [
    / has no pattern$/,
    'A text that the service sends always matches; only one that it never sends would show that the pattern is gone',
  ],
  [
    / lacks branch 0$/,
    'A whole object is also a selection of its members, so without the branch of whole objects the document is only vaguer',
  ],
  [
    /\/schema\/items has a higher minimum$/,
    'An id of 0 is well formed, and names nothing that could be changed',
  ],
  [
    /^components\/responses\/(?:Unauthorized|InternalError|Unavailable) lacks the header RateLimit/,
    'It takes an account that changes, a defect or an overload between counting the request and answering it',
  ],
  [/activations.* lacks the status 408$/, 'A request for a link has no body that could be late'],
]

/** Why a mutant cannot be recognized; undefined if it should be. */
export const reasonOf = (mutant: string): string | undefined =>
  reasons.find(([pattern]) => pattern.test(mutant))?.[1]

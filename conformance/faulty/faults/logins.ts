import { hearing, port, withHeader } from '../alter/index.js'
import { fault } from '../fault.js'

export const loginFaults = [
  fault(
    'password-letter-case',
    'compares passwords without letter case',
    { breaks: { 'AUTH-03.letter-case': /another letter case must be refused/ } },
    port('passwords', () => ({
      hash: async password => password.toLowerCase(),
      verify: async (password, hash) => password.toLowerCase() === hash,
    })),
  ),
  fault(
    'bearer-as-basic',
    'takes credentials under any scheme',
    { breaks: { 'AUTH-04.bearer': /must be refused/ } },
    hearing('everything', heard =>
      withHeader(heard, 'authorization', heard.call.header('authorization')?.replace(/^Bearer/, 'Basic')),
    ),
  ),
  fault(
    'basic-by-letter-case',
    'knows the scheme only as Basic',
    { breaks: { 'AUTH-05': /scheme "basic" must be accepted/ } },
    hearing('everything', heard =>
      withHeader(
        heard,
        'authorization',
        heard.call.header('authorization')?.replace(/^(?:basic|BASIC) /, 'unknown '),
      ),
    ),
  ),
]

import { safeText, senderOf } from '../../server/control/index.js'
import {
  type Call,
  createRouter,
  nearest,
  operations,
  type Reply,
  splitTarget,
  unmatched,
} from '../../server/core/index.js'
import { report, warn } from '../console.js'
import { type Login, loginsInWords } from './authentication.js'

interface MistakesOptions {
  /** Called with each message; by default it is logged to the console. */
  onMistake?: ((message: string) => void) | undefined
  /** Addresses that the option `auth` can name. */
  seeded(): readonly { email: string }[]
}

const router = createRouter(operations)
const mistakeCodes = new Set(['unknown_path', 'method_not_allowed'])

/** The maximum number of different mistakes that are remembered. */
const mostCauses = 100

/** Reports client mistakes that the client itself may not show. */
export function createMistakeReporter({ onMistake = warn, seeded }: MistakesOptions) {
  const told = new Set<string>()

  function tell(message: string): void {
    try {
      onMistake(message)
    } catch (problem) {
      report('schedkit called onMistake, which failed:', problem)
    }
  }

  function tellOnce(cause: string, message: string): void {
    if (told.has(cause) || told.size >= mostCauses) return
    told.add(cause)
    tell(message)
  }

  return {
    tell,
    /** Reports, once per cause, a request that no mock answers although it seems to be meant for one. */
    tellOnce,

    /**
     * Reports a request that matches no operation or has wrong credentials.
     *
     * @param readLogins Reads the current accounts.
     */
    async answered(
      call: Call,
      { status, body, error }: Reply,
      readLogins: () => Promise<readonly Login[]>,
    ): Promise<void> {
      // A link opened in a browser is answered with a page. This is not a mistake of the client.
      if (![401, 404, 405].includes(status) || !body.startsWith('{')) return
      const { as, secrets, target } = senderOf(call)
      const answer = `schedkit answered ${status} to ${call.method} ${call.origin}${target}:`
      if (status !== 401) {
        if (error && mistakeCodes.has(error.code)) tell(`${answer} ${safeText(error.message, secrets)}`)
        return
      }
      const wrongPath = problemOfPath(call)
      if (wrongPath !== undefined) tellOnce(wrongPath, `${answer} ${safeText(wrongPath, secrets)}`)
      const cause = `401 ${as}`
      if (!told.has(cause))
        tellOnce(cause, `${answer} ${problemOfCredentials(as, await readLogins(), seeded())}`)
    },
  }
}

/** Describes the problem of a wrong path, which a 401 for missing credentials would hide. */
function problemOfPath({ method, target }: Call): string | undefined {
  const { path } = splitTarget(target)
  const match = router.match(method, path)
  return match.kind === 'found' ? undefined : unmatched(match, method, path).message
}

function problemOfCredentials(
  as: string | undefined,
  logins: readonly Login[],
  seeded: ReturnType<MistakesOptions['seeded']>,
): string {
  if (logins.length === 0)
    return 'the mock has no accounts. Start it with a seed, such as demo({ now: Date.now() }).'
  const known = loginsInWords(logins)
  if (as === undefined) {
    const [first] = seeded
    const auth = first === undefined ? '' : `, or start the mock with auth: "as:${first.email}"`
    return `the credentials are missing or malformed. Send Authorization: Basic BASE64 for one of ${known}${auth}.`
  }
  const account = logins.find(({ email }) => email.toLowerCase() === as.toLowerCase())
  if (account) {
    const right = account.password === undefined ? '' : ` It is ${account.password}.`
    return `the password of ${account.email} is wrong.${right}`
  }
  const near = nearest(
    as,
    logins.map(({ email }) => email),
  )
  const hint = near === undefined ? '' : ` Did you mean ${near}?`
  return `there is no account ${as}.${hint} Log in as ${known}.`
}

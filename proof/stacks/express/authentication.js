import { HttpError } from './http-error.js'
import { makes } from './mistake.js'
import { findUser, verifyPassword } from './store.js'

let currentUser

export const userOf = req => (makes('user-in-module') ? currentUser : req.user)

function credentialsOf(header) {
  const [, encoded] = /^Basic +(\S+)$/i.exec(header) ?? []
  if (!encoded) throw new HttpError(401, 'Basic credentials are required')
  const decoded = Buffer.from(encoded, 'base64').toString()
  if (makes('split-at-colon')) return decoded.split(':')
  const colon = decoded.indexOf(':')
  if (colon < 0 && !makes('colon-unchecked')) throw new HttpError(401, 'Credentials are EMAIL:PASSWORD')
  return [decoded.slice(0, colon), decoded.slice(colon + 1)]
}

const logins = new Map()

export async function authenticate(req, _res, next) {
  const header = req.get('Authorization') ?? ''
  const [email, password] = credentialsOf(header)
  const user = (makes('cached-login') && logins.get(header)) || findUser(email)
  if (!user) throw new HttpError(401, 'Wrong email or password')
  currentUser = user
  // Deriving a key takes 50 ms, so a verified header is remembered until the password changes.
  if (user.login !== header && logins.get(header) !== user) {
    const matches = verifyPassword(password, user.passwordHash)
    const isRight = makes('compare-not-awaited') ? matches : await matches
    if (!isRight) throw new HttpError(401, 'Wrong email or password')
    user.login = header
    if (makes('cached-login')) logins.set(header, user)
  }
  req.user = user
  next()
}

const rateWindow = 5 * 60_000
const requests = new Map()

export function limitRate(req, _res, next) {
  const key = makes('rate-by-ip') ? req.ip : req.user.id
  const time = Date.now()
  const recent = requests.get(key) ?? []
  while (recent[0] <= time - rateWindow) recent.shift()
  if (recent.length >= req.user.request_rate_limit) throw new HttpError(429, 'Too many requests')
  recent.push(time)
  requests.set(key, recent)
  next()
}

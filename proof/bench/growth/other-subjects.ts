import { jsonPlaces } from '../../../fixtures/json-places.js'
import { failureHeaders } from '../../../server/control/failures.js'
import { newAccount } from '../../../server/core/contract/user.js'
import { safeBody } from '../../../server/core/logs/redaction.js'
import { activationMail } from '../../../server/core/mails/texts.js'
import { createLog } from '../../../server/http/log.js'
import { isPasswordHash } from '../../../server/passwords/hash.js'
import { body, fill, numbered, objectOf, type Subject, shapes, subjects, url } from './subject.js'

const log = createLog({ format: 'pretty', write() {}, now: Date.now, colour: false })
const user = { firstname: '', lastname: '', email: 'a@b', language_tag: 'en' } as never

/** Other code that handles untrusted input: records, the log, the control interface, mails, seed files. */
export const otherSubjects: readonly Subject[] = [
  ...subjects('a record', body, text => safeBody(Buffer.from(text), 16_384), [
    ...shapes(['password', '\\u', '"password":', '[', 'a', '\0', '{"password":'], '', ['', '"']),
    { shape: 'of numbers', input: length => `{"\\u0061":[${fill(length, '1,')}1]}` },
    { shape: 'of objects', input: length => `{"\\u0061":[${fill(length, '{"a":1},')}1]}` },
    {
      shape: 'of names',
      input: length => `{"\\u0061":1,${numbered(length - 20, index => `"m${index}":1,`).slice(0, -1)}}`,
    },
  ]),
  ...subjects(
    'headers of a failure',
    body,
    text => failureHeaders.safeParse({ [text.slice(0, text.length / 2)]: text, x: text }),
    shapes(['a', ' ', '\n', 'é', '😀', '!'], '', ['', '\n', 'Ω']),
  ),
  ...subjects(
    'an account',
    body,
    text => newAccount.safeParse({ email: text, password: text, id: text, timezone: text }),
    shapes(['a', '.', '@', '/', '😀'], '', ['', ' ']),
  ),
  ...subjects(
    'a name in a mail',
    150,
    text => activationMail({ ...(user as object), firstname: text } as never, 'a@b', 'x'),
    shapes([' ', '\n', 'a ', '\u0000', ' a'], '', ['', 'x']),
  ),
  ...subjects(
    'a hash',
    body,
    isPasswordHash,
    shapes(['1', 'A', '$', '='], '$scrypt$ln=1,r=8,p=1$', ['', '$']),
  ),
  ...subjects(
    'a line of the log',
    url,
    text =>
      log.exchange({
        call: { method: 'GET', target: text, origin: '', header: () => undefined, body: new Uint8Array() },
        reply: { status: 404, headers: {}, body: JSON.stringify({ error: { code: 'x', message: text } }) },
        took: 1,
      }),
    shapes(['a', '\u0007', '\u001b', '\n'], '/'),
  ),
  ...subjects('a seed file', body, jsonPlaces, [
    ...shapes(['a', '\\"', '\\u0041', '\\', 'é'], '"', ['"', '', '\n"']),
    ...shapes([' ', '\n', '1', '0,', '"",', '[],', '1e'], '[', ['0]', '']),
    { shape: 'of names', input: length => objectOf(length, index => `"m${index}":1,`) },
    { shape: 'of one name', input: length => objectOf(length, () => '"m":1,') },
  ]),
]

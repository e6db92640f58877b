import { readFile } from 'node:fs/promises'
import { app } from './app.js'
import { load } from './store.js'

const mistakes = {
  'date-rolls-over': 'reads times without a zone with new Date(), which turns 30 February into 2 March',
  'hour-24': 'formats times with hour12: false, which shows midnight as 24:00',
  'times-as-text': 'compares time_min and time_max with times as strings',
  'parse-int-id': 'reads the id in a path with parseInt(), which takes 12abc for 12',
  'map-parse-int': 'reads ids with map(parseInt), which takes the position of each for its radix',
  'plus-joins-text': 'adds limit to the offset of the query, which is a string: 10 + 10 is 1010',
  'double-equals': 'looks up resource_id with ==, and keeps the string "5" as it was sent',
  'in-operator': 'looks up values with the operator in, which finds "constructor" in every object',
  'utf16-length': 'counts the UTF-16 units of a text instead of its characters',
  'global-regex':
    'tests colours with a regular expression that has the flag g, and so remembers its last match',
  'mass-assignment': 'assigns the whole body to the account, including its read-only members',
  'undefined-members': 'assigns undefined to the members that an update of a resource does not contain',
  'projection-deletes': 'deletes the members that fields does not name from the stored object',
  'splice-minus-one': 'calls splice(-1, 1) if no booking is found, which removes the last one',
  'splice-in-loop': 'calls splice() while it iterates, which skips the next object',
  'id-from-length': 'takes the length of the array plus one as the next id',
  'compare-not-awaited': 'does not await the comparison of the password: a promise is always true',
  'user-in-module': 'keeps the user of a request in a variable of the module, shared with other requests',
  'no-return-after-answer':
    'refuses a name that is taken, but does not return, and creates the resource anyway',
  'no-merge-params': 'creates the router of bookings without mergeParams, which hides resourceId from it',
  'path-in-links': 'builds links from req.path, which is relative to the router',
  'html-errors': 'leaves errors of express.json() to the default error handler, which answers in HTML',
  'colon-unchecked':
    'splits credentials without a colon before their last character, because indexOf() returns -1',
  'split-at-colon': 'splits the credentials at every colon, which truncates passwords that contain one',
  'cached-login': 'remembers logins by their header, even after the password has changed',
  'rate-by-ip': 'counts requests by address instead of by user, as rate limiters do by default',
}

const { SEED = '', MISTAKE = '', PORT = 0 } = process.env
if (MISTAKE !== '' && !Object.hasOwn(mistakes, MISTAKE)) throw new Error(`There is no mistake "${MISTAKE}".`)

await load(JSON.parse(await readFile(SEED, 'utf8')))
const server = app.listen(PORT, '127.0.0.1', () => {
  process.stdout.write(`Listening on http://127.0.0.1:${server.address().port}\n`)
})

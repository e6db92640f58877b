import { readFile } from 'node:fs/promises'
import { app } from './app.js'
import { load } from './store.js'

const mistakes = {
  'date-rolls-over': 'reads times without a zone by new Date(), which takes 30 February for 2 March',
  'hour-24': 'formats times with hour12: false, which shows midnight as 24:00',
  'times-as-text': 'compares time_min and time_max with times as texts',
  'parse-int-id': 'reads the id in a path by parseInt(), which takes 12abc for 12',
  'map-parse-int': 'reads ids by map(parseInt), which takes their positions for the radix',
  'plus-joins-text': 'adds limit to the offset of the query, which is a text: 10 + 10 is 1010',
  'double-equals': 'looks up resource_id by ==, and keeps the text "5" as it was sent',
  'in-operator': 'looks values up by the operator in, which finds "constructor" in every object',
  'utf16-length': 'counts the UTF-16 units of a text by length instead of its characters',
  'global-regex': 'tests colours with a regular expression with the flag g, which remembers its last match',
  'mass-assignment': 'assigns the whole body to the account, with its read-only members',
  'undefined-members': 'assigns undefined to the members of a resource that an update does not have',
  'projection-deletes': 'deletes the members that fields does not name from the stored object',
  'splice-minus-one': 'deletes by splice(findIndex()), which removes the last booking if none is found',
  'splice-in-loop': 'deletes by splice() while it iterates, and so skips the next object',
  'id-from-length': 'takes the length of the array plus one as the next id',
  'compare-not-awaited': 'does not await the comparison of the password: a promise is always true',
  'user-in-module': 'keeps the user of a request in a variable of the module, shared with other requests',
  'no-return-after-answer': 'refuses a name that is taken, but does not return, and so creates the resource',
  'no-merge-params': 'makes the router of bookings without mergeParams, and so does not see resourceId',
  'path-in-links': 'builds links from req.path, which is relative to the router',
  'html-errors': 'leaves errors of express.json() to the default error handler, which answers in HTML',
  'split-at-colon': 'splits the credentials at each colon, and so cuts passwords that have one',
  'cached-login': 'remembers logins by their header, also after the password was changed',
  'rate-by-ip': 'counts requests by address instead of by user, as rate limiters do by default',
}

const { SEED = '', MISTAKE = '', PORT = 0 } = process.env
if (MISTAKE !== '' && !Object.hasOwn(mistakes, MISTAKE)) throw new Error(`There is no mistake "${MISTAKE}".`)

await load(JSON.parse(await readFile(SEED, 'utf8')))
const server = app.listen(PORT, '127.0.0.1', () => {
  process.stdout.write(`Listening on http://127.0.0.1:${server.address().port}\n`)
})

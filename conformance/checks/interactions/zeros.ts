import { accepted, has } from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import { ids, rows } from '../../check/ids.js'
import { me } from '../../http/paths.js'
import { Blocked, Violation } from '../../session/outcomes.js'
import { eachWrite, type Write, type Writer } from '../written-members.js'

/** The texts of a resource and of a booking that may be "0"; a name must be unique. */
const zeros = { note: '0', link_title: '0', custom_1: '0', custom_2: '0' }
const texts = { resource: { description: '0', ...zeros }, booking: { title: '0', ...zeros } }

/** An ordinary text is kept in the same members; otherwise another rule is broken. */
async function keepsText(writer: Writer, kind: Write['kind']): Promise<void> {
  const members = Object.fromEntries(Object.keys(texts[kind]).map(member => [member, 'text']))
  try {
    await writer.keeps({ members, words: 'an ordinary text in every text' })
  } catch (error) {
    if (!(error instanceof Violation)) throw error
    throw new Blocked(kind === 'resource' ? 'RES-39' : 'BKG-29', error.finding)
  }
}

/** The text "0", which PHP and others take for an empty one. */
export const zeroChecks: readonly Check[] = [
  ...rows(
    [
      'resource',
      ids`CROSS-16.resource.zero.create CROSS-16.resource.zero.update CROSS-16.resource.zero.bulk`,
    ],
    ['booking', ids`CROSS-16.booking.zero.create CROSS-16.booking.zero.update CROSS-16.booking.zero.bulk`],
  ).flatMap(([kind, own]) =>
    eachWrite(kind, own, 'the text "0" is kept', async writer => {
      await keepsText(writer, kind)

      await writer.keeps({ members: texts[kind], words: 'the text "0" in every text' })
    }),
  ),

  check(
    'CROSS-16.account.zero',
    'the text "0" is kept in an update of an account',
    { needs: ['stranger'], changes: ['stranger'], danger: 'acct' },
    async ({ stranger, settings }) => {
      await settings(stranger, { firstname: 'Something', lastname: 'Something' })

      const reply = await stranger.put(me, { firstname: '0', lastname: '0' })

      accepted(reply, 'the text "0" as firstname and lastname')
      has(await stranger.read(me), { firstname: '0', lastname: '0' }, 'the account', reply)
    },
  ),
]

import { command, positional } from '../options.js'
import { screenOf } from '../terminal.js'

/** `schedkit conformance explain`. */
export const explain = command({
  command: 'explain <rule>',
  describe: 'Explain a rule and its checks',
  usage:
    '$0 conformance explain RULE\n\nShows what a rule requires, where the document says so, and how it is checked.',
  examples: {
    '$0 conformance explain RES-05': 'the length of a name',
    '$0 conformance explain BULK-06.bookings': 'the rule of a check',
  },
  builder: args => args.positional('rule', positional('A rule or a check: RES-05, RES-05.create')),
  async handler({ rule }) {
    const { explanationOf } = await import('./explanation.js')
    process.stdout.write(`${explanationOf(rule, screenOf(process.stdout).width).join('\n')}\n`)
  },
})

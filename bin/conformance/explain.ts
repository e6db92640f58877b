import type { CommandModule } from 'yargs'

/** `schedkit conformance explain`. */
export const explain: CommandModule<object, { rule: string }> = {
  command: 'explain <rule>',
  describe: 'Say what a rule asks for, and how it is checked',
  builder: args =>
    args
      .usage(
        '$0 conformance explain RULE\n\nSays what a rule asks for, where the document says it, and how it is checked.',
      )
      .positional('rule', {
        type: 'string',
        demandOption: true,
        describe: 'A rule or a check: RES-05, RES-05.create',
      })
      .example('$0 conformance explain RES-05', 'the length of a name')
      .example('$0 conformance explain BULK-06.bookings', 'one of its checks'),
  async handler({ rule }) {
    const { explainRule } = await import('./explain-rule.js')
    explainRule(rule)
  },
}

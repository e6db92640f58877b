import { accepted, type Check, type Context, check, holds, unchanged } from '../../runner/index.js'

/** Tells what a target does with a name when there is another one that differs in some way only. */
async function comparison(context: Context, difference: string, pair: (stem: string) => [string, string]) {
  const { owner, given, schedule, name, observe } = context
  const [one, other] = pair(name())
  await given.resource({ name: one })

  const reply = await owner.post(schedule.resources, { name: other })

  const isKept = (await owner.all(schedule.resources)).some(resource => resource.name === other)
  const kept = isKept ? 'is accepted and kept as it was sent' : 'is accepted and not kept as it was sent'
  observe(
    `A name that differs from one in use by ${difference} alone ${reply.ok ? kept : 'is refused'}.`,
    reply,
  )
}

export const namesAlikeChecks: readonly Check[] = [
  check('UNIQ-15', 'names differing in the 100th character are different', async ({ owner, given, name }) => {
    const stem = name(99)

    const first = await given.resource({ name: `${stem}1` })
    const reply = await owner.post(first.schedule.resources, { name: `${stem}2` })

    accepted(reply, `a create with the 100 characters ${stem}2, when there is ${stem}1`)
    const other = (await owner.all(first.schedule.resources)).find(resource => resource.name === `${stem}2`)
    holds(other !== undefined, `no resource is listed with the name ${stem}2 after it was created`, {
      replies: [reply],
    })
    await unchanged(first)
  }),

  check(
    'UNIQ-16.schedules',
    'whether two schedules may have resources with the same name',
    { needs: ['second schedule'] },
    async ({ owner, given, second, observe }) => {
      const red = await given.resource()

      const reply = await owner.post(second.resources, { name: red.name })

      observe(`A name in use in one schedule is ${reply.ok ? 'accepted' : 'refused'} in another one.`, reply)
    },
  ),

  check('UNIQ-16.letter-case', 'whether letter case makes a name different', context =>
    comparison(context, 'letter case', stem => [`${stem} red`, `${stem} RED`]),
  ),

  check('UNIQ-16.accents', 'whether an accent makes a name different', context =>
    comparison(context, 'an accent', stem => [`${stem} cafe`, `${stem} caf\u00e9`]),
  ),

  check('UNIQ-16.normal-forms', 'whether the normal form of an accent makes a name different', context =>
    comparison(context, 'the normal form of an accent', stem => [`${stem} caf\u00e9`, `${stem} cafe\u0301`]),
  ),

  check('UNIQ-16.blanks', 'whether a blank at the end makes a name different', context =>
    comparison(context, 'a blank at the end', stem => [stem, `${stem} `]),
  ),
]

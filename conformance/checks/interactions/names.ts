import { accepted, refused, unchanged } from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import { refusedFirst } from '../bulk/outcome.js'

export const nameInteractionChecks: readonly Check[] = [
  check('CROSS-21', 'a create that is refused for another value does not take the name', async context => {
    const { owner, schedule, name } = context
    const wanted = name()
    refusedFirst(await owner.post(schedule.resources, { name: wanted, color_fg: 'red' }), 'RES-12')

    const reply = await owner.post(schedule.resources, { name: wanted })

    accepted(reply, 'a create with the name of a create that was refused')
    refusedFirst(await owner.post(schedule.resources, { name: wanted }), 'UNIQ-01')
  }),

  check('CROSS-22', 'a refused rename neither takes the new name nor frees the old one', async context => {
    const { owner, given, schedule, name } = context
    const red = await given.resource()
    const wanted = name()
    refusedFirst(await owner.put(red.path, { name: wanted, color_fg: 'red' }), 'RES-12')

    const old = await owner.post(schedule.resources, { name: red.name })
    const fresh = await owner.post(schedule.resources, { name: wanted })

    refused(old, `a create with the name ${red.name} of a resource whose rename was refused`)
    accepted(fresh, `a create with the name ${wanted} that a refused rename would have given`)
    await unchanged(red)
  }),

  check(
    'CROSS-23',
    'a refused bulk rename leaves all old names taken and the new one free',
    { after: 'BULK-01.resources', sends: ['PUT resources'] },
    async ({ owner, given, schedule, name }) => {
      const [red, blue] = await given.resources(2)
      const wanted = name()
      const renamed = await owner.put(schedule.resources, { name: wanted }, { ids: [red.id, blue.id] })
      refusedFirst(renamed, 'UNIQ-04')

      const red2 = await owner.post(schedule.resources, { name: red.name })
      const blue2 = await owner.post(schedule.resources, { name: blue.name })
      const fresh = await owner.post(schedule.resources, { name: wanted })

      refused(red2, `a create with the name ${red.name} of a resource whose bulk rename was refused`)
      refused(blue2, `a create with the name ${blue.name} of a resource whose bulk rename was refused`)
      accepted(fresh, `a create with the name ${wanted} that a refused bulk rename would have given`)
      await unchanged(red, blue)
    },
  ),
]

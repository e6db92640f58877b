import {
  accepted,
  answeredId,
  gone,
  nothingCreated,
  refused,
  same,
  unchanged,
} from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import { me } from '../../http/paths.js'
import { deletionOfAnAccount } from '../operations.js'

/** The conditions of section 7 item 2, and bodies that are not JSON objects. */
export const envelopeRefusalChecks: readonly Check[] = [
  check(
    'ENV-05.missing-name',
    'a resource without name is not answered with success = true',
    async ({ owner, schedule, name, token }) => {
      const description = `nameless ${token}`

      const nameless = await owner.post(schedule.resources, { description })
      const named = await owner.post(schedule.resources, { description: 'named', name: name() })

      refused(nameless)
      await nothingCreated(owner, schedule.resources, description, nameless)
      accepted(named)
    },
  ),

  check(
    'ENV-05.taken-name',
    'a name that is not unique is not answered with success = true',
    async ({ owner, schedule, given, name, token }) => {
      const [red, blue] = await given.resources(2)
      const note = `second of its name ${token}`

      const second = await owner.post(schedule.resources, { name: red.name, note })
      const rename = await owner.put(blue.path, { name: red.name })

      refused(second)
      refused(rename)
      await nothingCreated(owner, schedule.resources, note, second)
      await unchanged(red, blue)
      accepted(await owner.put(blue.path, { name: name() }))
    },
  ),

  check(
    'ENV-05.bare-bulk-delete',
    'a bulk DELETE with neither all=1 nor ids is not answered with success = true',
    async ({ owner, given }) => {
      const resource = await given.resource()
      const booking = await given.booking(resource)

      const bare = await owner.delete(resource.bookings)

      refused(bare)
      await unchanged(booking)
      accepted(await owner.delete(resource.bookings, { ids: [booking.id] }))
      await gone(booking, resource.bookings)
    },
  ),

  check(
    'ENV-05.values',
    'values outside the allowed values and lengths are not answered with success = true',
    async ({ owner, given }) => {
      const resource = await given.resource()
      const someone = await given.collaborator()

      const long = await owner.put(resource.path, { description: 'd'.repeat(201) })
      const colour = await owner.put(resource.path, { color_bk: 'yellow' })
      const scheme = await owner.put(resource.path, { link: 'ftp://example.com/' })
      const role = await owner.put(someone.path, { user_role: 'owner' })

      refused(long, 'a description of 201 characters')
      refused(colour, 'the color_bk yellow')
      refused(scheme, 'a link with the scheme ftp')
      refused(role, 'the user_role owner')
      await unchanged(resource, someone)
      accepted(await owner.put(resource.path, { description: 'd'.repeat(200) }))
      accepted(await owner.put(resource.path, { color_bk: '#FFFF00' }))
      accepted(await owner.put(resource.path, { link: 'https://example.com/' }))
      accepted(await owner.put(someone.path, { user_role: 'editor' }))
    },
  ),

  check(
    'ENV-05.not-the-owner',
    'a collaborator operation by anybody but the owner is not answered with success = true',
    { needs: ['editor'] },
    async ({ owner, editor, given }) => {
      const someone = await given.collaborator()

      const reply = await editor.put(someone.path, { user_role: 'editor' })

      refused(reply)
      await unchanged(someone)
      accepted(await owner.put(someone.path, { user_role: 'editor' }))
    },
  ),

  check(
    'ENV-05.account',
    'a short password and a DELETE of the user without me=1 are not answered with success = true',
    { danger: 'lock', needs: ['disposable account'] },
    async context => {
      const { throwaway, renamed, token } = context
      const { id } = await throwaway.read(me)

      const short = await throwaway.put(me, { new_password: '12345' })
      if (short.ok) renamed(throwaway, { password: '12345' })
      refused(short, 'a new_password of 5 characters')
      const bare = await throwaway.delete(me)

      refused(bare)
      const still = await throwaway.get(me)
      accepted(still, 'a read of the user after both were refused')
      const password = `123456-${token}`
      const longer = await throwaway.put(me, { new_password: password })
      accepted(longer, 'a new_password of more than 6 characters')
      const renewed = renamed(throwaway, { password })
      same((await renewed.read(me)).id, id, 'the id of the user', longer)
      accepted(await deletionOfAnAccount(context, renewed))
    },
  ),

  check('ENV-15.create', 'a resource is not created from a body that is not a JSON object', async context => {
    const { owner, schedule, token, name } = context
    const whole = JSON.stringify({ name: name() })
    const [array, broken, text] = [`array ${token}`, `broken ${token}`, `text ${token}`]

    const replies = {
      'an array': await owner.send('POST', schedule.resources, { text: JSON.stringify([{ name: array }]) }),
      'broken JSON': await owner.send('POST', schedule.resources, { text: `{"name":"${broken}"` }),
      'a string': await owner.send('POST', schedule.resources, { text: JSON.stringify(text) }),
      'an empty array': await owner.send('POST', schedule.resources, { text: '[]' }),
      'no body at all': await owner.send('POST', schedule.resources),
    }

    for (const [what, reply] of Object.entries(replies)) refused(reply, `creating a resource from ${what}`)
    for (const mark of [array, broken, text]) await nothingCreated(owner, schedule.resources, mark)
    const reply = await owner.send('POST', schedule.resources, { text: whole })
    accepted(reply, 'the same with a JSON object')
    answeredId(reply)
  }),

  check('ENV-15.update', 'a resource is not changed by a body that is not a JSON object', async context => {
    const { owner, given } = context
    const resource = await given.resource()

    const replies = {
      'an array': await owner.send('PUT', resource.path, { text: '[{"note":"from an array"}]' }),
      'broken JSON': await owner.send('PUT', resource.path, { text: '{"note":"from broken JSON"' }),
      'a string': await owner.send('PUT', resource.path, { text: '"note"' }),
      'an empty array': await owner.send('PUT', resource.path, { text: '[]' }),
      'a number': await owner.send('PUT', resource.path, { text: '5' }),
    }

    for (const [what, reply] of Object.entries(replies)) refused(reply, `changing a resource with ${what}`)
    await unchanged(resource)
    accepted(await owner.send('PUT', resource.path, { text: '{"note":"from an object"}' }))
  }),
]

import { createdId, has, same, updates } from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import { ids, rows } from '../../check/ids.js'
import { isObject, pick } from '../../http/json.js'
import { colourChecks, flagChecks } from '../appearance-checks.js'
import { acceptedFirst } from '../bulk/outcome.js'
import { dateChecks } from '../date-checks.js'
import { customFieldsCheck, linkChecks, noteChecks, textChecks } from '../text-checks.js'
import { typeChecks } from '../type-checks.js'
import { resourceWrites } from '../written-members.js'

/** The texts that are an empty string by default; all of them accept this value. */
const unset = {
  description: '',
  link: '',
  link_title: '',
  note: '',
  custom_1: '',
  custom_2: '',
}
const set = Object.fromEntries(Object.keys(unset).map(member => [member, 'https://example.com/page']))

/** The members of a resource, one by one (section 2.1). */
export const resourceMemberChecks: readonly Check[] = [
  ...textChecks('resource', 'name', 100)`
    RES-28.name RES-29.name RES-29.name.over RES-05.create RES-05.update RES-05.bulk`,
  ...textChecks('resource', 'description', 200)`
    RES-28.description RES-29.description RES-29.description.over RES-07.create RES-07.update RES-07.bulk`,
  ...textChecks('resource', 'link_title', 100)`
    RES-28.link-title RES-29.link-title RES-29.link-title.over RES-21.create RES-21.update RES-21.bulk`,
  ...textChecks('resource', 'note', 500)`
    RES-28.note RES-29.note RES-29.note.over RES-22.create RES-22.update RES-22.bulk`,
  ...textChecks('resource', 'custom_1', 200)`
    RES-28.custom-1 RES-29.custom-1 RES-29.custom-1.over RES-24.create RES-24.update RES-24.bulk`,
  ...textChecks('resource', 'custom_2', 200)`
    RES-28.custom-2 RES-29.custom-2 RES-29.custom-2.over RES-25.create RES-25.update RES-25.bulk`,
  ...noteChecks('resource', 'RES-22.line-feeds', ids`RES-23.create RES-23.update RES-23.bulk`),
  customFieldsCheck('RES-25.independent', 'resource'),

  ...colourChecks('resource', 'color_fg', '#000000', {
    byDefault: 'RES-08',
    values: ids`RES-11.color-fg.create RES-11.color-fg.update RES-11.color-fg.bulk`,
    wrong: ids`RES-12.color-fg.create RES-12.color-fg.update RES-12.color-fg.bulk`,
    lowerCase: 'RES-13.color-fg',
  }),
  ...colourChecks('resource', 'color_bk', '#FFFFFF', {
    byDefault: 'RES-09',
    values: ids`RES-11.color-bk.create RES-11.color-bk.update RES-11.color-bk.bulk`,
    wrong: ids`RES-12.color-bk.create RES-12.color-bk.update RES-12.color-bk.bulk`,
    lowerCase: 'RES-13.color-bk',
  }),
  ...colourChecks('resource', 'color_schedule', '#FFFFFF', {
    byDefault: 'RES-10',
    values: ids`RES-11.color-schedule.create RES-11.color-schedule.update RES-11.color-schedule.bulk`,
    wrong: ids`RES-12.color-schedule.create RES-12.color-schedule.update RES-12.color-schedule.bulk`,
    lowerCase: 'RES-13.color-schedule',
  }),
  ...flagChecks('resource', {
    member: 'text_bold',
    byDefault: 'RES-14.default',
    values: ids`RES-14.create RES-14.update RES-14.bulk`,
    refused: ids`RES-15.create RES-15.update RES-15.bulk`,
  }),
  ...linkChecks('resource', {
    web: ids`RES-16.create RES-16.update RES-16.bulk`,
    otherSchemes: ids`RES-17.create RES-17.update RES-17.bulk`,
    length: ids`RES-19.create RES-19.update RES-19.bulk`,
    schemeCase: 'RES-18.case',
    noScheme: 'RES-18.none',
    asSent: 'RES-20',
    host: 'RES-16.host',
    asSentIn: ids`RES-20.create RES-20.bulk`,
    oneLine: ids`RES-51.create RES-51.update RES-51.bulk`,
  }),
  ...typeChecks(
    'resource',
    ids`RES-49.create RES-49.update RES-49.bulk`,
    ids`RES-50 RES-50.create RES-50.bulk`,
  ),
  ...dateChecks('resource', ['RES-30', 'RES-31', 'RES-33', { one: 'RES-32', bulk: 'RES-32.in-bulk' }]),

  check('RES-26', 'the texts of a resource that were never set are empty strings', async context => {
    const { owner, schedule, name } = context

    const id = createdId(await owner.post(schedule.resources, { name: name() }))

    const reply = await owner.get(`${schedule.resources}/${id}`)
    const read = isObject(reply.data) ? reply.data : {}
    same(pick(read, Object.keys(unset)), unset, 'what was never set', reply)
  }),

  check('RES-26.again', 'the texts of a deleted resource do not return with its name', async context => {
    const { owner, schedule, given } = context
    const made = await given.resource(set)
    acceptedFirst(await owner.delete(made.path), 'RES-42')

    const reply = await owner.post(schedule.resources, { name: made.name })

    acceptedFirst(reply, 'UNIQ-10')
    const read = await owner.read(`${schedule.resources}/${createdId(reply)}`)
    has(read, unset, 'a resource with the name of a deleted one', reply)
  }),

  ...rows(
    ['RES-27.description', 'description'],
    ['RES-27.link', 'link'],
    ['RES-27.link-title', 'link_title'],
    ['RES-27.note', 'note'],
    ['RES-27.custom-1', 'custom_1'],
    ['RES-27.custom-2', 'custom_2'],
  ).map(([id, member]) =>
    check(id, `the ${member} of a resource can be cleared with an empty string`, async ({ given }) => {
      const made = await given.resource(set)

      await updates(made, { [member]: '' }, { what: `an empty ${member} in an update of a resource` })
    }),
  ),
  check(
    'RES-27.bulk',
    'texts of resources can be cleared by a bulk update',
    { sends: resourceWrites.bulk.sends },
    async context => {
      const writer = await resourceWrites.bulk.begin(context, { members: () => set })

      await writer.keeps({ members: unset, words: 'empty strings for all texts' })
    },
  ),
]

import { z } from 'zod'
import { ids } from '../../../conformance/check/ids.js'
import { commonDefaults } from '../../../server/core/contract/values.js'
import { changesOf, writesOf } from '../../alter/operation-groups.js'
import { bodyAs, bodyTexts, ignoring, refuseIf } from '../../alter/requests.js'
import { partialWrite, sentBodyAs, without } from '../../alter/responses.js'
import { body, colour, textMatching, textUpTo } from '../../alter/schemas.js'
import { collection, removing } from '../../alter/stored.js'
import { fault } from '../fault.js'

const unset = { ...commonDefaults, description: '', color_schedule: '#FFFFFF' }

const capitals = textMatching(/^#[\dA-F]{6}$/)
const anyColour = textUpTo(20)
const black = colour.default('#000000')

/** How a body is stored. */
export const resourceWriteFaults = [
  fault('resource-revived', 'gives a new resource what a deleted one of its name had', {
    breaks: { 'RES-26.again': /of a resource with the name of a deleted one/ },
    alter: collection('resources', usual => {
      const before = new Map<string, object>()
      return {
        insert: (row, now) => usual.insert({ ...row, ...before.get(row.name) }, now),
        remove: removing(usual, ({ name, description, note, custom_1 }) =>
          before.set(name, { description, note, custom_1 }),
        ),
      }
    }),
  }),
  fault('resource-named-by-description', 'names a resource without a name after its description', {
    breaks: {
      'RES-04.description': /a create of a resource without name must be refused/,
      'ENV-05.missing-name': /must be refused, but was accepted/,
    },
    alter: sentBodyAs('createResource', body =>
      'description' in body ? { name: body.description, ...body } : body,
    ),
  }),
  fault('resource-name-fixed', 'never changes the name of a resource, as its address is made of it', {
    breaks: { 'RES-06': /name is not as it must be/, 'RES-40.name': /name is not as it must be/ },
    touches: ids`UNIQ-18 
      ENV-05.taken-name ENV-16 RES-05.update RES-28.name RES-29.name RES-32.each RES-40.together UNIQ-02 UNIQ-11 UNIQ-14 CROSS-38`,
    alter: bodyAs('changeResource', body => without(body, 'name')),
  }),
  fault('resource-half-updated', 'writes the right members of an update, and refuses the wrong ones', {
    breaks: { 'RES-37.update': /description and updated_at are not as they must be/ },
    touches: ['CROSS-22', 'CROSS-37.proto', 'CROSS-37.constructor'],
    alter: partialWrite('changeResource'),
  }),
  fault('resources-half-updated', 'writes the right members of a bulk update, and refuses the wrong ones', {
    breaks: { 'RES-37.bulk': /description and updated_at are not as they must be/ },
    touches: ['BULK-19.resources'],
    alter: partialWrite('changeResources'),
  }),
  fault('resource-link-title-forgotten', 'does not keep the link_title of a new resource', {
    breaks: {
      'RES-39': /link_title is not as it must be/,
      'RES-21.create': /link_title is not as it must be/,
    },
    touches: ['ENV-16'],
    alter: bodyAs('createResource', body => ({ ...body, link_title: '' })),
  }),
  fault('resource-put-replaces', 'sets what an update does not name back to its default', {
    breaks: { 'RES-40': /color_fg, color_bk, color_schedule, text_bold, link/ },
    touches: ['RES-25.independent', 'RES-27', 'CROSS-16.resource.update', 'CROSS-41.resource'],
    alter: bodyAs('changeResource', body => ({ ...unset, ...body })),
  }),
  fault('resource-name-required-on-update', 'refuses an update of a resource without name', {
    breaks: { 'RES-41': /an update without name must be accepted/ },
    // All checks with a single update that does not send the name.
    touches: [
      'RES-*',
      'ENV-03',
      'ENV-05.values',
      'ENV-10',
      'ENV-15',
      'ENV-18',
      'PERM-*',
      'CROSS-13',
      'CROSS-16',
      'ENV-16',
    ],
    alter: refuseIf('changeResource', ({ body }) => body.name === undefined),
  }),
  fault('resource-custom-forgotten', 'keeps neither custom field of a new resource', {
    breaks: { 'RES-39': /custom_1 and custom_2 are not as they must be/ },
    touches: ['RES-24.create', 'RES-25', 'ENV-16'],
    alter: bodyAs('createResource', body => ({ ...body, custom_1: '', custom_2: '' })),
  }),
  fault('resource-empty-texts-refused', 'refuses empty texts in an update of a resource', {
    breaks: { 'RES-44.minimal': /as they were read must be accepted/, 'RES-27.note': /an empty note/ },
    touches: ['RES-27', 'CROSS-13.resource', 'CROSS-16.resource.update', 'UNIQ-03.round-trip', 'CROSS-14'],
    alter: refuseIf('changeResource', ({ body }) => Object.values(body).includes('')),
  }),
  fault('resource-name-colour-of-the-theme', 'gives a name a dark grey colour unless one is set', {
    breaks: { 'RES-08': /is not #000000/ },
    alter: body('createResource', { color_fg: colour.default('#212529') }),
  }),
  fault('resource-background-grey', 'gives a name a light grey background unless one is set', {
    breaks: { 'RES-09': /color_bk of a resource that was created without one is not #FFFFFF/ },
    alter: body('createResource', { color_bk: colour.default('#F5F5F5') }),
  }),
  fault('resource-background-empty', 'stores no background colour unless one is set', {
    breaks: { 'RES-09': /is not #FFFFFF/ },
    touches: ['RES-44.minimal', 'UNIQ-03.round-trip'],
    alter: body('createResource', { color_bk: colour.default('') }),
  }),
  fault('resource-row-grey', 'makes the rows of resources grey unless a colour is set', {
    breaks: { 'RES-10': /color_schedule of a resource that was created without one is not #FFFFFF/ },
    alter: body('createResource', { color_schedule: colour.default('#EEEEEE') }),
  }),
  fault('resource-row-black', 'gives all three colours of a resource the default of the first one', {
    breaks: { 'RES-10': /is not #FFFFFF/, 'RES-09': /is not #FFFFFF/ },
    alter: body('createResource', { color_bk: black, color_schedule: black }),
  }),
  fault('resource-black-is-none', 'stores colours as numbers, and treats the number of black as none', {
    breaks: {
      'RES-11.color-bk.update': /color_bk is not as it must be/,
      'RES-11.color-schedule': /color_schedule is not as it must be/,
    },
    touches: ['RES-11.color-bk'],
    alter: bodyTexts(writesOf.resource, ['color_bk', 'color_schedule'], text =>
      text === '#000000' ? '#FFFFFF' : text,
    ),
  }),
  fault('resource-colours-tied', 'sets color_schedule to color_bk when only color_bk is changed', {
    breaks: { 'RES-11.color-bk.update': /color_schedule is not as it must be/ },
    touches: ['RES-40.color-bk', 'RES-13.color-bk', 'RES-12.color-bk.update'],
    alter: bodyAs('changeResource', ({ color_bk, color_schedule = color_bk, ...rest }) => ({
      ...rest,
      color_bk,
      color_schedule,
    })),
  }),
  fault('resource-colours-in-bulk-mixed', 'writes color_fg to color_bk in a bulk update of resources', {
    breaks: { 'RES-11.color-fg.bulk': /color_fg and color_bk are not as they must be/ },
    touches: ['RES-12.color-fg.bulk', 'RES-37.bulk.*', 'BULK-19.resources', 'RES-40'],
    alter: bodyAs('changeResources', ({ color_fg, ...rest }) =>
      color_fg === undefined ? rest : { ...rest, color_bk: color_fg },
    ),
  }),
  fault('resource-colour-of-3-digits', 'accepts the short form of a colour when a resource is created', {
    breaks: { 'RES-12.color-fg.create': /the color_fg "#FFF" in a create/ },
    alter: body('createResource', { color_fg: textMatching(/^#(?:[\da-f]{3}|[\da-f]{6})$/i) }),
  }),
  fault('resource-colour-unanchored', 'accepts six hexadecimal digits anywhere in a colour, in bulk', {
    breaks: { 'RES-12.color-schedule.bulk': /the color_schedule "x#123456" in a bulk update/ },
    alter: body('changeResources', { color_schedule: textMatching(/#[\da-f]{6}/i) }),
  }),
  fault('resource-colours-in-capitals-only', 'accepts colours of resources only in capitals', {
    breaks: { 'RES-13': /"#abcdef" in an update of a resource must be accepted/ },
    alter: body(writesOf.resource, { color_fg: capitals, color_bk: capitals, color_schedule: capitals }),
  }),
  fault('resource-row-colour-in-capitals-only', 'accepts color_schedule only in capitals', {
    breaks: { 'RES-13.color-schedule': /the color_schedule "#abcdef"/ },
    alter: body('changeResource', { color_schedule: capitals }),
  }),
  fault('resource-bold-by-default', 'makes the name of a resource bold unless it is said not to be', {
    breaks: { 'RES-14.default': /must be false, but is true/ },
    alter: body('createResource', { text_bold: z.boolean().default(true) }),
  }),
  fault('resource-bold-for-ever', 'treats a text_bold of false in an update as absent', {
    breaks: { 'RES-14.update': /text_bold of a resource must be false, but is true/ },
    touches: [
      'RES-32.each',
      'RES-40.text-bold',
      'RES-40.together',
      'CROSS-16.resource.update',
      'CROSS-41.resource',
    ],
    alter: ignoring('changeResource', false, 'text_bold'),
  }),
  fault('resource-bold-for-ever-in-bulk', 'treats a text_bold of false in a bulk update as absent', {
    breaks: { 'RES-14.bulk': /must be false, but is true/ },
    touches: ['RES-32.each-in-bulk', 'BULK-03.resources', 'CROSS-16.resource.bulk', 'CROSS-41.resource.bulk'],
    alter: ignoring('changeResources', false, 'text_bold'),
  }),
  fault('resource-bold-lost-beside-others', 'ignores text_bold in an update with other members', {
    breaks: { 'RES-40.together': /text_bold/ },
    touches: ['ENV-15.update'],
    alter: sentBodyAs('changeResource', ({ text_bold, ...body }) =>
      Object.keys(body).length > 0 ? body : { text_bold },
    ),
  }),
  fault('resource-bold-forgotten', 'forgets text_bold when a resource is created', {
    breaks: { 'RES-14.create': /text_bold of a resource must be true, but is false/ },
    touches: ['RES-32.each', 'RES-32.each-in-bulk', 'RES-39', 'RES-15.create'],
    alter: bodyAs('createResource', body => ({ ...body, text_bold: false })),
  }),
  fault('resource-bold-cast', 'casts any text_bold to a boolean', {
    breaks: { 'RES-15': /the text_bold "yes" .* must be refused/ },
    alter: body(writesOf.resource, { text_bold: z.unknown().transform(Boolean) }),
  }),
  fault('resource-bold-of-any-number', 'accepts numbers as text_bold in a bulk update', {
    breaks: { 'RES-15.bulk': /the text_bold 2 in a bulk update of resources must be refused/ },
    alter: body('changeResources', { text_bold: z.union([z.boolean(), z.number().transform(Boolean)]) }),
  }),
  fault('resource-colour-words-on-create', 'checks the colours of resources on update only', {
    breaks: {
      'RES-12.color-fg.create': /"red" in a create/,
      'RES-12.color-bk.create': /"red" in a create/,
    },
    touches: ['RES-12.color-schedule.create'],
    alter: body('createResource', { color_fg: anyColour, color_bk: anyColour, color_schedule: anyColour }),
  }),
  fault('colour-unchecked-on-update', 'checks the background colour of a resource on create only', {
    breaks: { 'RES-12.color-bk.update': /"red" in an update of a resource/ },
    touches: ['ENV-05'],
    alter: body('changeResource', { color_bk: textUpTo(20) }),
  }),
  fault('resource-colour-emptied-on-create', 'stores an empty color_fg of a new resource', {
    breaks: { 'RES-12.color-fg.create': /an empty color_fg is accepted, and read as no colour/ },
    alter: body('createResource', { color_fg: textMatching(/^(?:#[\dA-F]{6})?$/i) }),
  }),
  fault('resource-colours-emptied-on-update', 'stores an empty color_schedule of a resource in updates', {
    breaks: {
      'RES-12.color-schedule.update': /an empty color_schedule is accepted, and read as no colour/,
      'RES-12.color-schedule.bulk': /an empty color_schedule is accepted, and read as no colour/,
    },
    alter: body(changesOf.resource, { color_schedule: textMatching(/^(?:#[\dA-F]{6})?$/i) }),
  }),
]

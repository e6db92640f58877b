import { bodyAs, changesOf, objects, without, writesOf } from '../../alter/index.js'
import { fault } from '../fault.js'

const texts = ['description', 'link', 'link_title', 'note', 'custom_1', 'custom_2'] as const

type Members = Record<string, unknown>

/** Members of which some texts are changed. */
const mapped = (members: Members, names: readonly string[], change: (text: string) => string): Members =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      names.includes(name) && typeof value === 'string' ? change(value) : value,
    ]),
  )

export const resourceTextFaults = [
  fault('resource-note-in-one-line', 'makes one line of the note of a resource', {
    breaks: { 'RES-23': /note/ },
    touches: ['RES-22.line-feeds', 'RES-39', 'RES-40.note'],
    alter: bodyAs(writesOf.resource, body => mapped(body, ['note'], text => text.replaceAll('\n', ' '))),
  }),
  fault('resource-note-without-empty-lines', 'removes empty lines from notes in a bulk update', {
    breaks: { 'RES-23.bulk': /note is not as it must be/ },
    alter: bodyAs('changeResources', body => mapped(body, ['note'], text => text.replace(/\n+/g, '\n'))),
  }),
  fault('resource-note-carriage-returns', "reads the lines of a resource's note with CR and LF", {
    breaks: { 'RES-23': /note/ },
    touches: ['RES-22.line-feeds', 'RES-39', 'RES-40.note', 'RES-44.full'],
    alter: objects('resource', object => mapped(object, ['note'], text => text.replaceAll('\n', '\r\n'))),
  }),
  fault('resource-custom-swapped', 'mixes custom_1 and custom_2 up when a resource is created', {
    breaks: {
      'RES-25.independent': /two custom fields were mixed up/,
      'RES-39': /custom_1 and custom_2 are not/,
    },
    touches: ['RES-24.create', 'RES-25.create', 'RES-40', 'RES-27'],
    alter: bodyAs('createResource', ({ custom_1, custom_2, ...rest }) => ({
      ...rest,
      custom_1: custom_2,
      custom_2: custom_1,
    })),
  }),
  fault('resource-custom-together', 'empties custom_1 of a resource where an update brings custom_2 alone', {
    breaks: { 'RES-25.independent': /custom_1 is not as it must be/ },
    touches: ['RES-40.custom-2', 'RES-27.custom-2'],
    alter: bodyAs('changeResource', body =>
      'custom_2' in body && !('custom_1' in body) ? { ...body, custom_1: '' } : body,
    ),
  }),
  fault('resource-texts-not-cleared', 'takes an empty text in an update of resources for none', {
    breaks: { 'RES-27': /is not as it must be/ },
    touches: ['CROSS-16'],
    alter: bodyAs(changesOf.resource, body => without(body, ...texts.filter(name => body[name] === ''))),
  }),
  fault('resource-note-not-cleared-in-bulk', 'takes an empty note in a bulk update of resources for none', {
    breaks: { 'RES-27.bulk': /note is not as it must be/ },
    touches: ['CROSS-16'],
    alter: bodyAs('changeResources', body => (body.note === '' ? without(body, 'note') : body)),
  }),
  fault('resource-unset-absent', 'leaves texts of a resource out that are not set', {
    breaks: { 'RES-26': /what was never set/, 'RES-01': /of type string/ },
    touches: ['RES-27', 'CROSS-16', 'LIST-*'],
    alter: objects('resource', object => without(object, ...texts.filter(name => object[name] === ''))),
  }),
  fault('resource-unset-custom-null', 'reads a custom_2 that is not set as null', {
    breaks: { 'RES-26': /never set/ },
    touches: ['RES-01', 'RES-44', 'RES-27.custom-2', 'RES-27.bulk', 'UNIQ-03', 'CROSS-16'],
    alter: objects('resource', object => (object.custom_2 === '' ? { ...object, custom_2: null } : object)),
  }),
]

import { ids } from '../../../conformance/check/ids.js'
import { changesOf, writesOf } from '../../alter/operation-groups.js'
import { bodyAs, bodyTexts, ignoring } from '../../alter/requests.js'
import { emptyAsNull, objects, objectTexts, succeedOnMissing, without } from '../../alter/responses.js'
import { body, colour, linkUpTo, textUpTo } from '../../alter/schemas.js'
import { collection, findAnywhere } from '../../alter/stored.js'
import { fault } from '../fault.js'
import { resourceMemberFaults } from './members.js'
import { resourceReadFaults } from './reads.js'
import { resourceWriteFaults } from './writes.js'

const texts = ['description', 'link', 'link_title', 'note', 'custom_1', 'custom_2'] as const

export const resourceFaults = [
  ...resourceMemberFaults,
  ...resourceReadFaults,
  ...resourceWriteFaults,
  fault('resource-without-name', 'creates a resource without a name, and calls it by the time', {
    breaks: { 'RES-04': /without name must be refused/, 'ENV-05.missing-name': /must be refused/ },
    alter: body('createResource', { name: textUpTo(100).default(() => `Resource ${Math.random()}`) }),
  }),
  fault('resource-colour-default', 'makes the colour of a name white unless it is set', {
    breaks: { 'RES-08': /is not #000000/ },
    alter: body('createResource', { color_fg: colour.default('#FFFFFF') }),
  }),
  fault('resource-unset-null', 'reads unset texts of a resource as null', {
    breaks: { 'RES-26': /never set/, 'RES-01': /of type string/ },
    touches: ['RES-44', 'RES-27', 'UNIQ-03', 'CROSS-16'],
    alter: objects('resource', emptyAsNull),
  }),
  fault('resource-local-dates', 'shows the dates of a resource with the offset of the server', {
    breaks: { 'RES-31': /not the time in UTC/ },
    alter: objects('resource', object => ({ ...object, created_at: '2023-01-01T13:00:00+01:00' })),
  }),
  fault('resource-updated-with-an-offset', 'shows updated_at in the zone of the server after an update', {
    touches: ['LIST-28'],
    breaks: { 'RES-31.answers': /updated_at of resource \d+ is not a time of ISO 8601 in UTC/ },
    alter: objects('resource', object => {
      const { created_at, updated_at } = object
      if (typeof updated_at !== 'string' || updated_at === created_at) return object
      const later = new Date(Date.parse(updated_at) + 7_200_000).toISOString()
      return { ...object, updated_at: later.replace('Z', '+02:00') }
    }),
  }),
  fault('resource-updated-back', 'moves updated_at back by an hour: the database has another zone', {
    breaks: { 'RES-32': /it went back/, 'RES-33': /later than updated_at/ },
    touches: ['BULK-23.resources'],
    alter: collection('resources', usual => ({
      change: (selection, change, now) => usual.change(selection, change, now - 3_600_000),
    })),
  }),
  fault('resource-of-any-schedule', 'finds a resource by its id alone, whatever schedule the path names', {
    breaks: { 'RES-46.read': /through another schedule/ },
    touches: ids`PERM-19 RES-46 BULK-* UNIQ-09 UNIQ-10.all CROSS-01 CROSS-02 PERM-22 ENV-14`,
    alter: findAnywhere('resources'),
  }),
  fault('resource-unknown-deleted', 'answers the deletion of a resource that does not exist with success', {
    breaks: { 'RES-45.delete': /must be refused/ },
    touches: ['PERM-19', 'RES-45.malformed', 'RES-46'],
    alter: succeedOnMissing('deleteResource'),
  }),
  fault('resource-link-javascript', 'accepts any scheme in the link of a resource in a bulk update', {
    breaks: { 'RES-17.bulk': /in a bulk update of resources must be refused/ },
    touches: ['BULK-19'],
    alter: body('changeResources', { link: linkUpTo(250, /^\w+:/) }),
  }),
  fault('resource-link-normalised', 'stores the link of a resource as its URL parser writes it', {
    breaks: { 'RES-20': /link/ },
    alter: bodyTexts(writesOf.resource, 'link', link => (URL.canParse(link) ? new URL(link).href : link)),
  }),
  fault('resource-link-https-only', 'accepts only https links of resources', {
    breaks: { 'RES-16': /the link "http:\/\/example\.com\/page" .* must be accepted/ },
    touches: ['RES-17', 'RES-18.none', 'RES-20', 'RES-40.link', 'BULK-19.resources', 'RES-32'],
    alter: body(writesOf.resource, { link: linkUpTo(250, /^https:\/\//i) }),
  }),
  fault('resource-link-http-only', 'refuses https links of resources in bulk updates', {
    breaks: { 'RES-16.bulk': /the link "https:\/\/example\.com\/page" in a bulk update/ },
    touches: ['RES-19.bulk', 'RES-20.bulk', 'RES-40'],
    alter: body('changeResources', { link: linkUpTo(250, /^http:\/\//i) }),
  }),
  fault('resource-link-httpx', 'accepts every scheme that begins with http in the link of a resource', {
    breaks: { 'RES-17': /"httpx:\/\/example\.com\/page"/ },
    alter: body(writesOf.resource, { link: linkUpTo(250, /^http/i) }),
  }),
  fault('resource-link-scheme-anywhere', 'looks for a web address somewhere in the link of a new resource', {
    breaks: { 'RES-17.create': /javascript:open/ },
    alter: body('createResource', { link: linkUpTo(250, /https?:\/\//i) }),
  }),
  fault('resource-link-unchecked-on-update', 'checks the link of a resource on create only', {
    breaks: { 'RES-17.update': /"ftp:\/\/example\.com\/file" in an update/ },
    touches: ['RES-18.none', 'RES-19.update', 'RES-51.update', 'ENV-05.values'],
    alter: body('changeResource', { link: textUpTo(500) }),
  }),
  fault('resource-link-scheme-in-small-letters', 'accepts the schemes of links in lower case only', {
    breaks: { 'RES-18.case': /"HTTPS:\/\/example\.com\/page" in an update of a resource must be accepted/ },
    alter: body(writesOf.resource, { link: linkUpTo(250, /^https?:\/\//) }),
  }),
  fault('resource-link-without-scheme', 'accepts a link without a scheme, and stores it as it is', {
    breaks: { 'RES-18.none': /"www\.example\.com" in an update of a resource must be refused/ },
    touches: ['RES-17'],
    alter: body(writesOf.resource, { link: linkUpTo(250, /^(?:https?:)?\/\/|^www\./i) }),
  }),
  fault('resource-link-relative-scheme', 'accepts a link that begins with two slashes', {
    breaks: { 'RES-18.none': /"\/\/example\.com"/ },
    alter: body(changesOf.resource, { link: linkUpTo(250, /^(?:https?:)?\/\//i) }),
  }),
  fault('link-needs-a-dot', 'refuses a link to a host without a dot in its name', {
    breaks: {
      'RES-16.host': /"http:\/\/intranet\/rooms\/1" in an update of a resource must be accepted/,
      'BKG-14.host': /"http:\/\/intranet\/rooms\/1" in an update of a booking must be accepted/,
    },
    alter: body([...writesOf.resource, ...writesOf.booking], {
      link: linkUpTo(250, /^https?:\/\/[^/?#]+\.[^/?#]/i),
    }),
  }),
  fault('resource-link-slash-added', 'adds a slash to the link of a resource that has no path', {
    breaks: { 'RES-20': /link is not as it must be/ },
    alter: bodyTexts(writesOf.resource, 'link', link => link.replace(/^(https?:\/\/[^/?#]+)$/i, '$1/')),
  }),
  fault('resource-link-must-be-there', 'refuses an empty link in an update of a resource', {
    breaks: {
      'RES-44.minimal': /as they were read must be accepted/,
      'RES-27.link': /an empty link in an update/,
    },
    touches: ['CROSS-13.resource'],
    alter: body('changeResource', { link: linkUpTo(250).refine(link => link !== '') }),
  }),
  fault('resource-note-in-one-line', 'makes one line of the note of a resource', {
    breaks: { 'RES-23': /note/ },
    touches: ['RES-22.line-feeds', 'RES-39', 'RES-40', 'CROSS-41', 'ENV-16'],
    alter: bodyTexts(writesOf.resource, 'note', text => text.replaceAll('\n', ' ')),
  }),
  fault('resource-note-without-empty-lines', 'removes empty lines from notes in a bulk update', {
    breaks: { 'RES-23.bulk': /note is not as it must be/ },
    alter: bodyTexts('changeResources', 'note', text => text.replace(/\n+/g, '\n')),
  }),
  fault('resource-note-carriage-returns', "reads the lines of a resource's note with CR and LF", {
    breaks: { 'RES-23': /note/ },
    touches: [
      'RES-22.line-feeds',
      'RES-39',
      'RES-40.note',
      'RES-40.together',
      'RES-40.all.bulk',
      'RES-44.full',
      'ENV-16',
    ],
    alter: objectTexts('resource', 'note', text => text.replaceAll('\n', '\r\n')),
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
    touches: ['RES-40.custom-2', 'RES-27.custom-2', 'CROSS-41.resource'],
    alter: bodyAs('changeResource', body =>
      'custom_2' in body && !('custom_1' in body) ? { ...body, custom_1: '' } : body,
    ),
  }),
  fault('resource-texts-not-cleared', 'treats an empty text in an update of resources as absent', {
    breaks: { 'RES-27': /is not as it must be/ },
    touches: ['CROSS-16'],
    alter: ignoring(changesOf.resource, '', ...texts),
  }),
  fault('resource-note-not-cleared-in-bulk', 'treats an empty note in a bulk update of resources as absent', {
    breaks: { 'RES-27.bulk': /note is not as it must be/ },
    touches: ['CROSS-16'],
    alter: ignoring('changeResources', '', 'note'),
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
  fault('name-101-on-update', 'accepts a name of 101 characters on update', {
    breaks: { 'RES-05': /101 characters in an update/ },
    touches: ['RES-28.name', 'RES-29.name.over'],
    alter: body('changeResource', { name: textUpTo(101) }),
  }),
  fault('name-99-on-create', 'accepts a name of at most 99 characters on create', {
    breaks: { 'RES-05.create': /100 characters such as é and 会 in a create of a resource must be accepted/ },
    touches: ['UNIQ-15'],
    alter: body('createResource', { name: textUpTo(99) }),
  }),
  fault('description-201-in-bulk', 'accepts a description of 201 characters in a bulk update', {
    breaks: { 'RES-07.bulk': /201 characters in a bulk update/ },
    alter: body('changeResources', { description: textUpTo(201) }),
  }),
  fault('resource-link-title-as-description', 'allows a link_title the length of a description', {
    breaks: { 'RES-21': /101 characters/ },
    touches: ['RES-28.link-title', 'RES-29.link-title.over', 'BULK-19.resources'],
    alter: body(writesOf.resource, { link_title: textUpTo(200) }),
  }),
  fault('resource-link-of-the-site', 'accepts a path as the link of a resource in updates', {
    breaks: {
      'RES-17.update': /the link "\/rooms\/1" in an update of a resource must be refused/,
      'RES-17.bulk': /the link "\/rooms\/1" in a bulk update of resources must be refused/,
    },
    alter: body(changesOf.resource, { link: linkUpTo(250, /^(?:https?:\/\/|\/(?!\/))/i) }),
  }),
  fault('resource-link-of-the-page', 'accepts a query or a fragment as the link of a resource', {
    breaks: { 'RES-18.none': /the link "\?page=1" in an update of a resource must be refused/ },
    alter: body(writesOf.resource, { link: linkUpTo(250, /^(?:https?:\/\/|[?#])/i) }),
  }),
  fault('resource-link-websocket', 'accepts ws: and wss: in the link of a new resource', {
    breaks: {
      'RES-17.create': /the link "wss:\/\/example\.com\/feed" in a create of a resource must be refused/,
    },
    alter: body('createResource', { link: linkUpTo(250, /^(?:https?|wss?):\/\//i) }),
  }),
]

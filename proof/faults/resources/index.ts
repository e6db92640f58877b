import {
  body,
  bodyAs,
  collection,
  linkUpTo,
  objects,
  succeedOnMissing,
  textMatching,
  textUpTo,
  writesOf,
} from '../../alter/index.js'
import { fault } from '../fault.js'
import { resourceLookFaults } from './appearance.js'
import { resourceDateFaults } from './dates.js'
import { resourceLengthFaults } from './lengths.js'
import { resourceLinkFaults } from './links.js'
import { resourceReadFaults } from './reads.js'
import { resourceTextFaults } from './texts.js'
import { resourceWriteFaults } from './writes.js'

export const resourceFaults = [
  ...resourceLengthFaults,
  ...resourceLookFaults,
  ...resourceLinkFaults,
  ...resourceTextFaults,
  ...resourceDateFaults,
  ...resourceReadFaults,
  ...resourceWriteFaults,
  fault('resource-without-name', 'creates a resource without a name, and calls it by the time', {
    breaks: { 'RES-04': /without name must be refused/, 'ENV-05.missing-name': /must be refused/ },
    alter: body('createResource', { name: textUpTo(100).default(() => `Resource ${Math.random()}`) }),
  }),
  fault('resource-colour-default', 'makes the colour of a name white unless it is set', {
    breaks: { 'RES-08': /is not #000000/ },
    alter: body('createResource', { color_fg: textMatching(/^#[\dA-F]{6}$/i).default('#FFFFFF') }),
  }),
  fault('resource-unset-null', 'reads unset texts of a resource as null', {
    breaks: { 'RES-26': /never set/, 'RES-01': /of type string/ },
    touches: ['RES-44', 'RES-27', 'UNIQ-03', 'CROSS-16'],
    alter: objects('resource', object =>
      Object.fromEntries(Object.entries(object).map(([name, value]) => [name, value === '' ? null : value])),
    ),
  }),
  fault('resource-local-dates', 'shows the dates of a resource with the offset of the server', {
    breaks: { 'RES-31': /not the time in UTC/ },
    alter: objects('resource', object => ({ ...object, created_at: '2023-01-01T13:00:00+01:00' })),
  }),
  fault('resource-updated-back', 'moves updated_at back by an hour: the database has another zone', {
    breaks: { 'RES-32': /it went back/, 'RES-33': /later than updated_at/ },
    alter: collection('resources', usual => ({
      change: (selection, change, now) => usual.change(selection, change, now - 3_600_000),
    })),
  }),
  fault('resource-of-any-schedule', 'finds a resource by its id alone, whatever schedule the path names', {
    breaks: { 'RES-46.read': /through another schedule/ },
    touches: ['RES-46', 'BULK-*', 'UNIQ-09', 'ENV-14'],
    alter: collection('resources', (usual, { schedules }) => ({
      async find(_, id) {
        for (const schedule of await schedules.list()) {
          const kept = await usual.find(schedule.id, id)
          if (kept) return kept
        }
        return undefined
      },
    })),
  }),
  fault('resource-unknown-deleted', 'answers the deletion of a resource that does not exist with success', {
    breaks: { 'RES-45.delete': /must be refused/ },
    touches: ['PERM-19', 'RES-46'],
    alter: succeedOnMissing('deleteResource'),
  }),
  fault('resource-link-javascript', 'takes any scheme for the link of a resource in a bulk update', {
    breaks: { 'RES-17.bulk': /in a bulk update of resources must be refused/ },
    touches: ['BULK-19'],
    alter: body('changeResources', { link: linkUpTo(250, /^\w+:/) }),
  }),
  fault('resource-link-normalised', 'stores the link of a resource as its URL parser writes it', {
    breaks: { 'RES-20': /link/ },
    alter: bodyAs(writesOf.resource, ({ link, ...rest }) => ({
      ...rest,
      ...(link !== undefined && { link: URL.canParse(String(link)) ? new URL(String(link)).href : link }),
    })),
  }),
]

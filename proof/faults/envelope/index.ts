import {
  bulkDeletes,
  bulkPuts,
  creates,
  objects,
  refusal,
  reply,
  singleDeletes,
  singlePuts,
  success,
} from '../../alter/index.js'
import { fault } from '../fault.js'
import { envelopeRefusalFaults } from './refusals.js'
import { envelopeShapeFaults } from './shapes.js'
import { envelopeTextFaults } from './texts.js'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

export const envelopeFaults = [
  ...envelopeShapeFaults,
  ...envelopeRefusalFaults,
  ...envelopeTextFaults,
  fault('success-as-text', 'says success as the text "true" in answers to deletions', {
    breaks: { 'ENV-03': /boolean/ },
    touches: ['ENV-04', 'ENV-14', 'UNIQ-10'],
    alter: success(singleDeletes, () => ({ success: 'true' })),
  }),
  fault('deletion-without-body', 'answers bulk deletions with the status 204 and no body', {
    breaks: { 'ENV-02': /JSON object/ },
    touches: ['ENV-*', 'BULK-*', 'PERM-*', 'COL-21'],
    alter: reply(bulkDeletes, ({ status }) => (status === 200 ? { status: 204, body: '' } : {})),
  }),
  fault('created-object', 'answers a create with the whole object that was sent', {
    breaks: { 'ENV-08': /what the one object in data/ },
    alter: success('createResource', ({ data, ...rest }, { body }) => ({
      ...rest,
      data: [{ ...body, ...(data as [object])[0] }],
    })),
  }),
  fault('created-without-array', 'answers a create with an object under data', {
    breaks: { 'ENV-08': /an array with one object/ },
    touches: ['ENV-09'],
    alter: success(creates, ({ data, ...rest }) => ({ ...rest, data: (data as [object])[0] })),
  }),
  fault('single-read-in-array', 'answers a single read of a booking with an array of one', {
    breaks: { 'ENV-06': /no object under data/ },
    touches: ['BKG-*', 'PERM-*'],
    alter: success('readBooking', ({ data, ...rest }) => ({ ...rest, data: [data] })),
  }),
  fault('empty-list-null', 'answers an empty list with null under data', {
    breaks: { 'ENV-07': /must be an array/ },
    touches: ['BKG-40'],
    alter: success(['listBookings', 'listResourceBookings'], ({ data, ...rest }) => ({
      ...rest,
      data: (data as []).length === 0 ? null : data,
    })),
  }),
  fault('update-tells-count', 'tells in the answer to a bulk update how many objects it was about', {
    breaks: { 'ENV-10': /the answer to PUT/ },
    alter: success(bulkPuts, body => ({ ...body, updated: 1 })),
  }),
  fault('deletion-tells-id', 'tells in the answer to a deletion what was deleted', {
    breaks: { 'ENV-11': /the answer to DELETE/ },
    alter: success(singleDeletes, (body, { params }) => ({ ...body, data: params })),
  }),
  fault('refusal-says-success', 'says success = true beside the status 422 where a value is wrong', {
    breaks: { 'ENV-05': /must be refused, and was accepted/ },
    touches: ['RES-*', 'BKG-*', 'TIME-*', 'COL-10', 'CROSS-*', 'ENV-14'],
    alter: refusal(singlePuts, ({ status, body }) =>
      status === 422 ? { body: JSON.stringify({ ...JSON.parse(body), success: true }) } : {},
    ),
  }),
  fault('list-shorter-than-read', 'leaves the note out of the objects of a list', {
    breaks: { 'ENV-13.resource': /differs/ },
    touches: ['RES-01', 'LIST-*', 'CROSS-03'],
    alter: objects('resource', ({ note, ...rest }, { operation }) =>
      operation?.id === 'listResources' ? rest : { ...rest, note },
    ),
  }),
  fault('text-escaped', 'escapes texts for HTML when it reads them', {
    breaks: { 'ENV-16.quotes': /&quot;/ },
    touches: ['ENV-16'],
    alter: objects('resource', object => ({
      ...object,
      description: escaped(String(object.description ?? '')),
    })),
  }),
  fault('refusal-500', 'answers 500 where a value is wrong', {
    breaks: { 'ENV-14.refusal': /should have a 4xx status/ },
    touches: ['CROSS-37'],
    alter: refusal('everything', ({ status }) => (status === 422 ? { status: 500 } : {})),
  }),
]

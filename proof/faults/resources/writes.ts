import { Refusal } from '../../../server/core/index.js'
import { bodyAs, callAs, partialWrite, withBody, without } from '../../alter/index.js'
import { fault } from '../fault.js'

/*
 * What a body makes of a resource.
 */

const unset = {
  description: '',
  color_fg: '#000000',
  color_bk: '#FFFFFF',
  color_schedule: '#FFFFFF',
  text_bold: false,
  link: '',
  link_title: '',
  note: '',
  custom_1: '',
  custom_2: '',
}

export const resourceWriteFaults = [
  fault('resource-named-by-description', 'names a resource without a name after its description', {
    breaks: {
      'RES-04.description': /a create of a resource without name must be refused/,
      'ENV-05.missing-name': /must be refused, and was accepted/,
    },
    alter: callAs('createResource', incoming =>
      'description' in incoming.body
        ? withBody(incoming, { name: incoming.body.description, ...incoming.body })
        : incoming.call,
    ),
  }),
  fault('resource-name-fixed', 'never changes the name of a resource, as its address is made of it', {
    breaks: { 'RES-06': /name is not as it must be/, 'RES-40.name': /name is not as it must be/ },
    touches: [
      'ENV-05.taken-name',
      'ENV-16',
      'RES-05.update',
      'RES-28.name',
      'RES-29.name',
      'UNIQ-02',
      'UNIQ-11',
      'UNIQ-14',
      'CROSS-38',
    ],
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
    touches: ['RES-25.independent', 'RES-27', 'CROSS-16.resource.update'],
    alter: bodyAs('changeResource', body => ({ ...unset, ...body })),
  }),
  fault('resource-name-required-on-update', 'refuses an update of a resource without name', {
    breaks: { 'RES-41': /an update without name must be accepted/ },
    // Whatever is changed by a single update without its name.
    touches: ['RES-*', 'ENV-03', 'ENV-05.values', 'ENV-10', 'ENV-15', 'PERM-*', 'CROSS-13', 'CROSS-16'],
    alter: bodyAs('changeResource', body => {
      if (body.name === undefined) throw new Refusal('invalid', 'name is required')
      return body
    }),
  }),
  fault('resource-custom-forgotten', 'keeps neither custom field of a new resource', {
    breaks: { 'RES-39': /custom_1 and custom_2 are not as they must be/ },
    touches: ['RES-24.create', 'RES-25', 'ENV-16'],
    alter: bodyAs('createResource', body => ({ ...body, custom_1: '', custom_2: '' })),
  }),
  fault('resource-empty-texts-refused', 'refuses empty texts in an update of a resource', {
    breaks: { 'RES-44.minimal': /as they were read must be accepted/, 'RES-27.note': /an empty note/ },
    touches: ['RES-27', 'CROSS-13.resource', 'CROSS-16.resource.update', 'UNIQ-03.round-trip', 'CROSS-14'],
    alter: bodyAs('changeResource', body => {
      if (Object.values(body).includes('')) throw new Refusal('invalid', 'A text must not be empty')
      return body
    }),
  }),
]

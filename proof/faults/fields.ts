import { body, bytes, textCutAt, textUpTo, units, writesOf } from '../alter/index.js'
import { fault } from './fault.js'

/*
 * Limits and forms of single members.
 */

export const fieldFaults = [
  fault('name-101-on-update', 'takes a name of 101 characters on update', {
    breaks: { 'RES-05': /101 characters in an update/ },
    touches: ['RES-28.name', 'RES-29.name.over'],
    alter: body('changeResource', { name: textUpTo(101) }),
  }),
  fault('name-99-on-create', 'takes a name of 99 characters at most on create', {
    breaks: { 'RES-05.create': /100 characters in a create of a resource must be accepted/ },
    touches: ['UNIQ-15'],
    alter: body('createResource', { name: textUpTo(99) }),
  }),
  fault('description-201-in-bulk', 'takes a description of 201 characters in a bulk update', {
    breaks: { 'RES-07.bulk': /201 characters in a bulk update/ },
    alter: body('changeResources', { description: textUpTo(201) }),
  }),
  fault('note-in-bytes', 'counts the bytes of a note of a resource', {
    breaks: { 'RES-28.note': /500 characters such as é/ },
    touches: ['RES-29.note'],
    alter: body(writesOf.resource, { note: textUpTo(500, bytes) }),
  }),
  fault('name-in-units', 'counts the UTF-16 units of a name', {
    breaks: { 'RES-29': /100 characters such as 😀/ },
    alter: body(writesOf.resource, { name: textUpTo(100, units) }),
  }),
  fault('custom-cut', 'cuts a custom_1 that is too long, without a word', {
    breaks: { 'RES-24': /201 characters in a create/ },
    touches: ['RES-28.custom-1', 'RES-29.custom-1', 'BULK-19.resources'],
    alter: body(writesOf.resource, { custom_1: textCutAt(200) }),
  }),
  fault('colour-unchecked-on-update', 'checks the background colour of a resource on create only', {
    breaks: { 'RES-12.color-bk.update': /"red" in an update of a resource/ },
    touches: ['ENV-05'],
    alter: body('changeResource', { color_bk: textUpTo(20) }),
  }),
]

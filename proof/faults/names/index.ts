import { all, operation, resourceNames } from '../../alter/index.js'
import { fault } from '../fault.js'
import { bulkNameFaults } from './bulk.js'
import { singleNameFaults } from './singles.js'

export const nameFaults = [
  ...singleNameFaults,
  ...bulkNameFaults,
  fault('names-not-unique-on-create', 'checks names for being unique on update only', {
    breaks: { 'UNIQ-01': /must be refused, and was accepted/, 'UNIQ-12': /have the name/ },
    touches: ['UNIQ-13', 'ENV-05', 'CROSS-22', 'CROSS-23'],
    alter: resourceNames({
      isTaken: (name, others, own) => own !== undefined && others.some(other => other.name === name),
    }),
  }),
  fault('names-not-unique-on-update', 'checks names for being unique on create only', {
    breaks: {
      'UNIQ-02': /must be refused, and was accepted/,
      'UNIQ-04': /one name for 2 resources/,
      'UNIQ-07': /must be refused, and was accepted/,
      'UNIQ-14': /5 of 5 renames/,
    },
    touches: ['UNIQ-12', 'ENV-05'],
    alter: resourceNames({
      isTaken: (name, others, own) => own === undefined && others.some(other => other.name === name),
    }),
  }),
  fault('names-raced', 'looks for a name and writes it in two steps', {
    breaks: { 'UNIQ-13': /10 of 10 creates/ },
    touches: ['UNIQ-12'],
    alter: all(
      resourceNames({ isTaken: (name, others) => others.some(other => other.name === name), careless: true }),
      operation('createResource', () => ({ mode: 'read' })),
    ),
  }),
  fault('names-by-99-characters', 'compares the first 99 characters of names', {
    breaks: { 'UNIQ-15': /when there is/ },
    alter: resourceNames({
      isTaken: (name, others) => others.some(other => other.name.slice(0, 99) === name.slice(0, 99)),
    }),
  }),
]

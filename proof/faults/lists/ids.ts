import { callAs, lists, readsOf, run, success, withQuery } from '../../alter/index.js'
import { fault } from '../fault.js'

const listsAndReads = [
  ...new Set([...lists, ...readsOf.resource, ...readsOf.booking, ...readsOf.collaborator]),
]

/** Has of the values that an escaped comma parts only the first one incoming. */
const cutAtEscapedComma = (which: Parameters<typeof callAs>[0], parameter: string) =>
  callAs(which, incoming => {
    const sent = new RegExp(`[?&]${parameter}=([^&]*)`).exec(incoming.call.target)?.[1] ?? ''
    const [first = ''] = sent.split(/%2c/i)
    if (first === sent) return incoming.call
    incoming.query.set(parameter, decodeURIComponent(first))
    return withQuery(incoming, incoming.query)
  })

/** What `ids` and `fields` are taken for, however they are written. */
export const idsFaults = [
  fault('ids-cut-at-escaped-comma', 'parts ids before it decodes them', {
    breaks: { 'LIST-22': /set of ids in a list with ids parted by %2C/ },
    alter: cutAtEscapedComma(lists, 'ids'),
  }),
  fault('fields-cut-at-escaped-comma', 'parts fields before it decodes them', {
    breaks: { 'LIST-30': /answer to fields=id%2C\w+ must have exactly the members/ },
    alter: cutAtEscapedComma(listsAndReads, 'fields'),
  }),
  fault('fields-twice-refused', 'refuses fields that name a member twice', {
    breaks: { 'LIST-30.resources': /fields=id,name,id must be accepted/ },
    alter: callAs(readsOf.resource, incoming => {
      const names = (incoming.query.get('fields') ?? '').split(',')
      if (new Set(names).size === names.length) return incoming.call
      return withQuery(incoming, new URLSearchParams({ fields: 'named twice' }))
    }),
  }),
  fault('ids-twice-listed-twice', 'lists an object as often as ids names it', {
    breaks: { 'LIST-23': /set of ids in a list with ids=/ },
    alter: success('listResources', (body, { query }) => {
      const data = body.data as { id: number }[]
      const ids = (query.get('ids') ?? '').split(',').map(Number)
      const again = ids
        .filter((id, index) => ids.indexOf(id) !== index)
        .flatMap(id => data.find(object => object.id === id) ?? [])
      return { ...body, data: [...data, ...again] }
    }),
  }),
  fault('ids-only-ascending', 'loses the ids that are lower than the one before', {
    breaks: { 'LIST-23': /set of ids in a list with ids=/ },
    alter: callAs('listBookings', incoming => {
      const sent = incoming.query.get('ids')
      if (sent === null) return incoming.call
      let last = 0
      const ascending = sent.split(',').filter(id => {
        const isNext = Number(id) >= last
        if (isNext) last = Number(id)
        return isNext
      })
      incoming.query.set('ids', ascending.join(','))
      return withQuery(incoming, incoming.query)
    }),
  }),
  fault('ids-of-nothing-is-all', 'lists everything where ids names nothing that there is', {
    breaks: { 'LIST-24.resource-bookings': /set of ids in a list with ids=\d+/ },
    touches: ['CROSS-18'],
    alter: run('listResourceBookings', async ({ query }, usual) => {
      const answer = await usual()
      const { total_count } = JSON.parse(answer.body).pagination
      return query.ids && total_count === 0 ? usual({ query: { ...query, ids: undefined } }) : answer
    }),
  }),
  fault('ids-unknown-as-null', 'lists null in the place of an id that there is not', {
    breaks: { 'LIST-24.collaborators': /null|no object/ },
    alter: success('listCollaborators', (body, { query }) => {
      const ids = query.get('ids')?.split(',').map(Number) ?? []
      const data = body.data as { id?: number }[]
      const unknown = query.has('fields') ? [] : ids.filter(id => id > 2_000_000_000)
      return { ...body, data: [...data, ...unknown.map(() => null)] }
    }),
  }),
]

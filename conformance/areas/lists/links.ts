import { type Check, check, holds } from '../../runner/index.js'
import { emptyList } from './empty.js'
import { hasNext, type Link, link, linksOf, linksPresent } from './links-of.js'
import { asFound, foundDanger } from './pages.js'
import { type Listed, listed, onEachList } from './sample.js'
import { march, type QueryObject, scopes, some } from './scopes.js'

/** Where 25 objects are on pages: what was asked for, and whether a further page exists. */
const further: readonly (readonly [QueryObject, boolean])[] = [
  [{}, true],
  [{ offset: 4 }, true],
  [{ offset: 5 }, false],
  [{ limit: 7 }, true],
  [{ limit: 7, offset: 17 }, true],
  [{ limit: 7, offset: 18 }, false],
  [{ limit: 7, offset: 21 }, false],
  [{ limit: 1, offset: 23 }, true],
  [{ limit: 1, offset: 24 }, false],
  [{ limit: 24 }, true],
  [{ limit: 25 }, false],
  [{ limit: 26 }, false],
  [{ limit: 0 }, false],
]

/** The links of a list: where they are and what they carry (LIST-12 to LIST-16). */
export const listLinkChecks: readonly Check[] = [
  ...onEachList(
    'LIST-12',
    words => `a list of ${words} has the links first and last, on one page and on several`,
    {},
    async ({ owner }, sample) => {
      for (const query of [{}, { limit: 7, offset: 7 }, { limit: 26 }, { limit: 0 }]) {
        hasFirstAndLast(await listed(owner, sample, query))
      }
    },
  ),

  ...scopes.map(scope =>
    check(
      `LIST-12.empty.${scope.name}`,
      `a list of no ${scope.words} at all has the links first and last`,
      emptyList.options(scope),
      async context => hasFirstAndLast(await emptyList.read(context, scope)),
    ),
  ),

  ...onEachList(
    'LIST-13',
    words => `a list of ${words} has the link next where a further page exists, and only there`,
    {},
    async ({ owner, warn }, sample) => {
      const pages: Listed[] = []
      for (const [query, expected] of further) {
        const page = await listed(owner, sample, query)
        judgeNext(page, expected)
        pages.push(page)
      }
      judgeNext(await listed(owner, some(sample, 0, 20)), false)
      judgeNext(await listed(owner, some(sample, 0, 21)), true)

      const odd = pages.find(({ reply }) => linksOf(reply).next === null)
      if (odd) warn(`links.next of ${odd.what} is null where it should not be there`, odd.reply)
    },
  ),

  ...scopes.map(scope =>
    check(
      `LIST-14.${scope.name}`,
      `the links of a list of ${scope.words} are full URLs of the same list`,
      { danger: foundDanger(scope) },
      async context => {
        for (const limit of [undefined, 1]) areFullUrls(await asFound(context, scope, limit))
      },
    ),
  ),

  ...onEachList(
    'LIST-14.next',
    words => `the links of a middle page of ${words} are full URLs of the same list`,
    {},
    async ({ owner }, sample) => areFullUrls(await listed(owner, sample, { limit: 7, offset: 7 })),
  ),

  ...scopes.map(scope =>
    check(
      `LIST-15.${scope.name}`,
      `the links of a list of ${scope.words} carry offset and limit`,
      { danger: foundDanger(scope) },
      async context => {
        for (const limit of [undefined, 1]) carryNumbers(await asFound(context, scope, limit))
      },
    ),
  ),

  ...onEachList(
    'LIST-15.pages',
    words => `the links of every page of ${words} carry offset and limit`,
    {},
    async ({ owner }, sample) => {
      for (const query of [{}, { limit: 7 }, { limit: 7, offset: 7 }, { offset: 3 }]) {
        carryNumbers(await listed(owner, sample, query))
      }
    },
  ),

  ...onEachList(
    'LIST-16',
    words => `the links of a list of ${words} carry the query parameters that were sent`,
    {},
    async ({ owner }, sample) => {
      const { scope, ids } = sample
      const times = scope.timed && { time_min: march(1, 45), time_max: march(23, 45) }
      const query = { ids: ids.join(','), fields: `id,${scope.mark}`, ...times }

      const page = await listed(owner, sample, { ...query, limit: 7, offset: 7 })

      for (const name of ['first', 'last', 'next'] as const) {
        const carried = link(page.reply, name)
        for (const [parameter, sent] of Object.entries(query)) carries(carried, parameter, sent)
      }
    },
  ),
]

function hasFirstAndLast({ pagination, what, reply }: Listed) {
  for (const name of ['first', 'last']) {
    const value = linksOf(reply)[name]
    holds(typeof value === 'string', `${what} must have the link "${name}"`, {
      expected: 'a full URL',
      actual: pagination,
      replies: [reply],
    })
  }
}

function judgeNext({ what, reply, pagination }: Listed, expected: boolean) {
  const links = linksOf(reply)
  if (expected) {
    holds(typeof links.next === 'string', `${what} has no link "next", and yet a further page exists`, {
      expected: 'links.next, a full URL',
      actual: pagination,
      replies: [reply],
    })
    return
  }
  holds(!hasNext(reply), `${what} has a link "next", and yet no further page exists`, {
    expected: 'no links.next',
    actual: links.next,
    replies: [reply],
  })
}

/** Full URLs (`linksPresent` sees to that) whose path is that of the list. */
function areFullUrls({ what, reply }: Listed) {
  const { path } = reply.exchange.request
  for (const { name, text, path: leadsTo } of linksPresent(reply)) {
    holds(plain(leadsTo) === plain(path), `the link "${name}" of ${what} leads to another list`, {
      expected: path,
      actual: text,
      replies: [reply],
    })
  }
}

/** A path however it is escaped. */
function plain(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The links of a page carry offset and limit, each as one whole number. */
export function carryNumbers({ reply, what }: Listed): void {
  for (const { name, text, parameters } of linksPresent(reply)) {
    for (const parameter of ['offset', 'limit']) {
      const values = [...new Set(parameters.getAll(parameter))]
      const isNumber = values.length === 1 && /^\d{1,15}$/.test(values[0] ?? '')
      holds(isNumber, `the link "${name}" of ${what} must carry ${parameter} as one whole number`, {
        expected: `${parameter}=, 0 or more`,
        actual: text,
        replies: [reply],
      })
    }
  }
}

/** A link carries a parameter as it was sent: lists as sets of values, times as the same instant. */
export function carries({ name, text, parameters, reply }: Link, parameter: string, sent: string): void {
  const values = parameters.getAll(parameter)
  holds(values.length > 0, `the link "${name}" does not carry ${parameter}, which was sent`, {
    expected: `${parameter}=${sent}`,
    actual: text,
    replies: [reply],
  })
  const agrees = values.every(value => meaning(parameter, value) === meaning(parameter, sent))
  holds(agrees, `the link "${name}" carries another ${parameter} than was sent`, {
    expected: sent,
    actual: values.join(' and '),
    replies: [reply],
  })
}

function meaning(parameter: string, value: string): string | number {
  if (parameter === 'ids' || parameter === 'fields') return [...new Set(value.split(','))].sort().join(',')
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/i.test(value)
  return zoned && !Number.isNaN(Date.parse(value)) ? Date.parse(value) : value
}

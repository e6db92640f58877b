import type { Query } from './context.js'

/** A query as it stands in a URL: commas and colons stay, everything else is escaped, `+` and blanks included. */
export function queryText(query: Query | undefined): string {
  if (query === undefined) return ''
  if (typeof query === 'string') return query
  return Object.entries(query)
    .map(([name, value]) => `${escaped(name)}=${escaped([value].flat().join(','))}`)
    .join('&')
}

const escaped = (text: string) => encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':')

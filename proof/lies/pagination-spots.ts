import { isObject, type Members } from './history.js'
import type { MakeSpot, Spot } from './spot.js'

/**
 * What can be altered in a pagination. Two alterations are no lies, because the document leaves open what is right: which limit a
 * list shows that was asked for all objects, and where a last page begins that reaches the last object.
 */
export function paginationSpots(pagination: Members, isOfAll: boolean, spot: MakeSpot): Spot[] {
  const change = (act: (pagination: Members) => void) => (body: Members) => act(body.pagination as Members)
  const names = ['limit', 'offset', 'page_count', 'total_count', 'links'].filter(name => name in pagination)
  const counts = names.flatMap(name => [
    ...(name === 'links'
      ? []
      : [
          spot(
            'count',
            `${name} one more`,
            change(it => Object.assign(it, { [name]: Number(it[name]) + 1 })),
          ),
        ]),
    spot(
      'count',
      `no ${name}`,
      change(it => Reflect.deleteProperty(it, name)),
    ),
    spot(
      'count',
      `null for ${name}`,
      change(it => Object.assign(it, { [name]: null })),
    ),
  ])
  const links = isObject(pagination.links) ? pagination.links : {}
  const isOpen = ({ what }: Spot) =>
    (isOfAll && what === 'limit one more') ||
    (what === 'link last with another offset' && reachesEnd(moved(links.last, 'offset', 1), pagination))
  const onLinks = (act: (links: Members) => void) => change(it => act(it.links as Members))
  return [
    ...counts,
    ...Object.entries(links).flatMap(([name, link]) => [
      spot(
        'link',
        `no link ${name}`,
        onLinks(it => Reflect.deleteProperty(it, name)),
      ),
      ...['offset', 'limit', ...new URL(String(link)).searchParams.keys()].flatMap(parameter => [
        spot(
          'link',
          `link ${name} without ${parameter}`,
          onLinks(it => Object.assign(it, { [name]: moved(link, parameter, undefined) })),
        ),
        spot(
          'link',
          `link ${name} with another ${parameter}`,
          onLinks(it => Object.assign(it, { [name]: moved(link, parameter, 1) })),
        ),
      ]),
      spot(
        'link',
        `link ${name} without a host`,
        onLinks(it => Object.assign(it, { [name]: String(link).replace(/^https?:\/\/[^/]*/, '') })),
      ),
    ]),
    ...('next' in links
      ? []
      : [
          spot(
            'link',
            'a link next',
            onLinks(it => Object.assign(it, { next: moved(links.first, 'offset', 20) })),
          ),
        ]),
  ].filter(spot => !isOpen(spot))
}

/** Whether the page of a link shows the last object of a list. */
function reachesEnd(link: string, { total_count }: Members): boolean {
  const { searchParams } = new URL(link)
  const offset = Number(searchParams.get('offset'))
  return offset < Number(total_count) && offset + Number(searchParams.get('limit')) >= Number(total_count)
}

function moved(link: unknown, parameter: string, by: number | undefined): string {
  const url = new URL(String(link))
  const value = url.searchParams.get(parameter)
  if (by === undefined) url.searchParams.delete(parameter)
  else url.searchParams.set(parameter, /^\d+$/.test(value ?? '') ? String(Number(value) + by) : `${value},x`)
  return url.href
}

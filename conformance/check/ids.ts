/**
 * The ids in a template, so that a plain search for one of them finds its check.
 *
 * @example
 * ids`RES-05.create RES-05.update RES-05.bulk`
 */
export function ids([text = '']: TemplateStringsArray): readonly string[] {
  return text.trim().split(/\s+/)
}

/**
 * Declares one check per id, with the entry of `table` that the id names, and its key: for `RES-12.color-fg.bulk`, the
 * first of `color-fg.bulk`, `color-fg` and `bulk` that the table has.
 *
 * @throws at load, for an id that names no entry.
 * @example
 * ...each(ids`ENV-06.resource ENV-06.booking`, kinds, (id, kind) => check(id, `…${kind}…`, {}, async context => {}))
 */
export function each<Table extends Readonly<Record<string, unknown>>, Declared>(
  ids: readonly string[],
  table: Table,
  declare: (id: string, entry: Table[keyof Table], key: keyof Table & string) => Declared,
): readonly Declared[] {
  return ids.map(id => {
    const key = keyIn(id, Object.keys(table))
    return declare(id, table[key] as Table[keyof Table], key)
  })
}

function keyIn(id: string, keys: readonly string[]): string {
  const words = id.split('.').slice(1)
  for (let start = 0; start < words.length; start++) {
    for (let end = words.length; end > start; end--) {
      const key = keys.find(each => each === words.slice(start, end).join('.'))
      if (key !== undefined) return key
    }
  }
  throw new Error(`The check id ${id} must contain one of ${keys.join(', ')}.`)
}

/** Rows of values with their literal types, for checks or requests that differ only in these values. */
export const rows = <const Rows extends readonly (readonly unknown[])[]>(...rows: Rows): Rows => rows

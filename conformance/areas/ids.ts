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
 * Declares one check per id, with the entry of `table` that words of the id name: for `RES-12.color-fg.bulk` that is the
 * first that the table has of `color-fg.bulk`, `color-fg` and `bulk`.
 *
 * @throws at load, for an id that names no entry.
 * @example
 * ...each(ids`ENV-06.resource ENV-06.booking`, kinds, (id, kind) => check(id, `…${kind}…`, {}, async context => {}))
 */
export function each<Entry, Declared>(
  ids: readonly string[],
  table: Readonly<Record<string, Entry>>,
  declare: (id: string, entry: Entry) => Declared,
): readonly Declared[] {
  return ids.map(id => declare(id, entryFor(id, table)))
}

function entryFor<Entry>(id: string, table: Readonly<Record<string, Entry>>): Entry {
  const words = id.split('.').slice(1)
  for (let start = 0; start < words.length; start++) {
    for (let end = words.length; end > start; end--) {
      const entry = table[words.slice(start, end).join('.')]
      if (entry !== undefined) return entry
    }
  }
  throw new Error(`The check id ${id} must contain one of ${Object.keys(table).join(', ')}.`)
}

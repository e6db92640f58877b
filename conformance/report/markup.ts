import { clean } from './clean.js'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text for XML and HTML, as content or within quotes: escaped, and without characters that are forbidden there. */
export function escapeMarkup(text: string): string {
  return clean(text).replace(/[&<>"']/g, character => entities[character] as string)
}

/** Text for an attribute of XML: a line end is kept from becoming a space. */
export function attribute(name: string, value: string | number): string {
  return ` ${name}="${escapeMarkup(String(value)).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`
}

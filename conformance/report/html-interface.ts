import { escapeMarkup } from '../http/clean.js'
import { line } from './html-markup.js'
import { readInterface, sectionsOfInterface } from './interface.js'

/** The sections that a rule cites, as links to the description of the interface at the end of the page. */
export function sectionCitation(cited: string): string {
  const known = sectionsOfInterface()
  return cited
    .split(', ')
    .map(section =>
      known.includes(section) ? `<a href="#section-${section}">${section}</a>` : line(section),
    )
    .join(', ')
}

/** The description of the interface, so that the links of the report lead to it without a network. */
export function interfaceSection(): string[] {
  const [, text = ''] = readInterface().split(/^# .*$/m)
  return [
    '<section id="interface" aria-labelledby="interface-heading">',
    '<h2 id="interface-heading">The interface</h2>',
    ...text
      .trim()
      .split(/\n{2,}/)
      .flatMap(block),
    '</section>',
  ]
}

/** Renders one block of Markdown: only the forms that `docs/interface.md` uses. */
function block(text: string): string[] {
  const [, id] = /^<a id="([\w.-]+)"><\/a>$/.exec(text) ?? []
  if (id !== undefined) return [`<span id="${id}"></span>`]
  const [, level, heading] = /^(##+) (.*)$/.exec(text) ?? []
  // The heading of the page is an h2 here.
  if (level && heading) return [`<h${level.length + 1}>${inline(heading)}</h${level.length + 1}>`]
  if (text.startsWith('|')) return table(text)
  if (/^(?:-|1\.) /.test(text)) return listOf(text)
  return [`<p>${inline(text)}</p>`]
}

function table(text: string): string[] {
  const [head = [], , ...body] = text.split('\n').map(cells)
  const row = (name: string, texts: readonly string[]) =>
    `<tr>${texts.map(cell => `<${name}>${inline(cell)}</${name}>`).join('')}</tr>`
  return [
    '<table>',
    `<thead>${row('th', head)}</thead>`,
    '<tbody>',
    ...body.map(each => row('td', each)),
    '</tbody>',
    '</table>',
  ]
}

const cells = (row: string) =>
  row
    .split('|')
    .slice(1, -1)
    .map(cell => cell.trim())

/** Renders a list; the items of a nested list are indented. */
function listOf(text: string): string[] {
  const name = text.startsWith('1.') ? 'ol' : 'ul'
  const items = text.split(/^(?:-|\d\.) /m).slice(1)
  return [
    `<${name}>`,
    ...items.map(item => {
      const [own = '', ...inner] = item.split(/^ +- /m)
      return `<li>${inline(own)}${inner.length > 0 ? listOf(inner.map(each => `- ${each}`).join('')).join('\n') : ''}</li>`
    }),
    `</${name}>`,
  ]
}

/** Renders code, bold text, anchors, and links within the page; of a link to another file, only the text. */
function inline(text: string): string {
  return escapeMarkup(text.replace(/\s+/g, ' ').trim())
    .replace(/&lt;a id=&quot;([\w.-]+)&quot;&gt;&lt;\/a&gt;/g, '<span id="$1"></span>')
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\[([^\]]+)\]\(#([\w.-]+)\)/g, '<a href="#$2">$1</a>')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
}

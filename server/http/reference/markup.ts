import { inHtml } from '../../core/index.js'

/** The inline Markdown of descriptions as HTML: code, links and bold. */
export const inline = (text: string): string =>
  inHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\[([^\]]+)\]\(([^)]+)\)/g, '<a href="$2">$1</a>')
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')

/** The paragraphs of a description. */
export const paragraphs = (text: string): string =>
  text
    .split('\n\n')
    .map(each => `<p>${inline(each)}</p>\n`)
    .join('')

/** A table of cells in HTML; the first cell of a row is its header. Nothing if there are no rows. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const head = columns.map(name => `<th scope="col">${name}</th>`).join('')
  const body = rows.map(
    ([first, ...others]) =>
      `<tr><th scope="row">${first}</th>${others.map(cell => `<td>${cell}</td>`).join('')}</tr>\n`,
  )
  return `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body.join('')}</tbody>\n</table>\n`
}

export const code = (text: string): string => `<code>${inHtml(text)}</code>`

export const link = (target: string, text: string): string => `<a href="${inHtml(target)}">${text}</a>`

/** A JSON value that is shown on demand. */
export const example = (title: string, value: unknown): string =>
  `<details><summary>${inHtml(title)}</summary>\n<pre>${inHtml(JSON.stringify(value, undefined, 2))}</pre></details>\n`

/** A start tag as it was found. */
export interface FoundElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
}

export interface MarkupFindings {
  readonly elements: readonly FoundElement[]
  /** Why it is not well-formed; none where it is. */
  readonly problems: readonly string[]
}

const tag = /^<(\/?)([A-Za-z][\w:-]*)((?:\s+[\w:-]+(?:="[^"<]*")?)*)\s*(\/?)>/
const prologue = /^<(?:\?xml [^>]*\?|!doctype html)>/
const looseAmpersand = /&(?!(?:amp|lt|gt|quot|#\d+);)/
const forbidden = /[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]/
const voids = ['meta', 'link', 'input', 'br', 'img']
const raw = ['script', 'style']

/** Reads the small part of XML and HTML that the reports write, and tells what is not well-formed. */
export function checkMarkup(text: string, kind: 'xml' | 'html'): MarkupFindings {
  const elements: FoundElement[] = []
  const problems: string[] = []
  const open: string[] = []
  const html = kind === 'html'
  if (forbidden.test(text)) problems.push('a forbidden character')
  let roots = 0
  let rest = text.trimStart().replace(prologue, '')
  while (rest !== '') {
    const at = rest.indexOf('<')
    const content = at < 0 ? rest : rest.slice(0, at)
    if (looseAmpersand.test(content)) problems.push(`a loose & in ${content.slice(0, 40)}`)
    if (open.length === 0 && content.trim() !== '') problems.push('text outside of the root')
    if (at < 0) break
    rest = rest.slice(at)
    const [whole, slash, name = '', attributes = '', closed] = tag.exec(rest) ?? []
    if (whole === undefined) {
      problems.push(`a loose < at ${rest.slice(0, 40)}`)
      break
    }
    rest = rest.slice(whole.length)
    if (slash === '/') {
      const opened = open.pop()
      if (opened !== name) problems.push(`</${name}> closes <${opened}>`)
      continue
    }
    if (looseAmpersand.test(attributes)) problems.push(`a loose & in an attribute of ${name}`)
    if (open.length === 0) roots += 1
    elements.push({ name, attributes: readAttributes(attributes, html, problems) })
    if (html && raw.includes(name)) {
      rest = rest.slice(rest.indexOf(`</${name}>`) + name.length + 3)
      continue
    }
    if (closed !== '/' && !(html && voids.includes(name))) open.push(name)
  }
  if (open.length > 0) problems.push(`not closed: ${open.join(', ')}`)
  if (roots !== 1) problems.push(`${roots} roots`)
  return { elements, problems }
}

function readAttributes(text: string, html: boolean, problems: string[]): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [, name = '', value] of text.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)) {
    if (value === undefined && !html) problems.push(`the attribute ${name} has no value`)
    if (Object.hasOwn(attributes, name)) problems.push(`the attribute ${name} stands twice`)
    attributes[name] = value ?? ''
  }
  return attributes
}

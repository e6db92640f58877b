import type { ReceivedMail } from './target.js'

/** A mail as parsed from its source: the recipients in its headers, its subject and its text. */
export interface ParsedMail extends Omit<ReceivedMail, 'to'> {
  /** Addresses in lower case. */
  readonly to: readonly string[]
}

interface Part {
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

const recipients = ['to', 'cc', 'bcc', 'delivered-to', 'x-original-to', 'envelope-to']

/** Parses the source of a mail (RFC 5322, MIME) as far as checks of mails look at it. Each character is one byte. */
export function parseMail(source: string): ParsedMail {
  const mail = partOf(source)
  const to = recipients.flatMap(name => addressesIn(mail.headers.get(name) ?? ''))
  const subject = decodedWords(mail.headers.get('subject') ?? '')
  const texts = textsOf(mail)
  return { to, subject, text: texts.plain ?? textOfHtml(texts.html ?? '') }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Returns HTML unchanged, except for the characters that its links may escape: some templates write `=` as `&#x3D;`. */
export const textOfHtml = (html: string) =>
  html.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

/** The addresses in a header, in lower case. */
const addressesIn = (header: string): string[] =>
  header
    .toLowerCase()
    .split(/[\s<>",;:()[\]]+/)
    .filter(word => word.slice(1, -1).includes('@'))

function partOf(source: string): Part {
  const text = source.replace(/\r\n/g, '\n')
  const end = text.indexOf('\n\n')
  const head = end === -1 ? text : text.slice(0, end)
  const lines = new Map<string, string[]>()
  // A line that begins with a space continues the one before it.
  for (const line of head.replace(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    if (colon <= 0) continue
    const values = lines.get(name)
    if (values) values.push(line.slice(colon + 1).trim())
    else lines.set(name, [line.slice(colon + 1).trim()])
  }
  const headers = new Map([...lines].map(([name, values]) => [name, values.filter(Boolean).join(', ')]))
  return { headers, body: end === -1 ? '' : text.slice(end + 2) }
}

/** The maximum levels of parts, and parts per level, to examine. */
const most = { levels: 8, parts: 50 }

/** The first plain text and the first HTML text of a part, including nested parts. */
function textsOf({ headers, body }: Part, level = 1): { plain?: string; html?: string } {
  const type = headers.get('content-type') ?? 'text/plain'
  const boundary = parameter(type, 'boundary')
  if (/^multipart\//i.test(type) && boundary !== undefined) {
    if (level === most.levels) return {}
    const parts = body.split(`--${boundary}`, most.parts + 1).slice(1)
    const texts = parts
      .filter(text => !text.startsWith('--'))
      .map(text => textsOf(partOf(text.replace(/^\n|\n$/g, '')), level + 1))
    return Object.assign({}, ...texts.reverse())
  }
  if (/^attachment/i.test(headers.get('content-disposition') ?? '')) return {}
  const bytes = decodedBytes(body, headers.get('content-transfer-encoding') ?? '')
  const text = decodedText(bytes, parameter(type, 'charset'))
  if (/^text\/html/i.test(type)) return { html: text }
  return /^text\//i.test(type) ? { plain: text } : {}
}

/** Returns a parameter of a header, such as the boundary of a Content-Type. */
const parameter = (header: string, name: string) => {
  const [, quoted, plain] =
    new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(header) ?? []
  return quoted ?? plain
}

function decodedBytes(body: string, encoding: string): Buffer {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64')
  if (/quoted-printable/i.test(encoding)) return quotedPrintable(body.replace(/=[ \t]*\n/g, ''))
  return Buffer.from(body, 'latin1')
}

const quotedPrintable = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

/** An unknown charset is read as UTF-8, like a missing one. */
function decodedText(bytes: Uint8Array, charset = 'utf-8'): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

/** Decodes a header with encoded words (RFC 2047): `=?utf-8?Q?Caf=C3=A9?=`. */
const decodedWords = (header: string) =>
  decodedText(Buffer.from(header, 'latin1')).replace(
    /=\?([^?*]+)(?:\*[^?]*)?\?([bq])\?([^?]*)\?=(?:\s+(?==\?))?/gi,
    (_, charset, encoding, text) =>
      decodedText(
        /b/i.test(encoding) ? Buffer.from(text, 'base64') : quotedPrintable(text.replaceAll('_', ' ')),
        charset,
      ),
  )

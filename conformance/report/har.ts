import { clean, oneLine, withoutCommands } from '../http/clean.js'
import type { CheckReport, Report, ShownExchange } from '../run/report.js'

const headersOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name: oneLine(name), value: oneLine(value) }))

function entryOf(exchange: ShownExchange, pageref: string) {
  const { method, url, body, status, headers, answer, cut = 0, cutBefore = 0, sentAt, took, as } = exchange
  const shown = oneLine(url)
  const query = URL.canParse(shown) ? [...new URL(shown).searchParams] : []
  const [text, missing] = [clean(answer), cut + cutBefore]
  return {
    pageref,
    startedDateTime: sentAt,
    time: took,
    request: {
      ...{ method, url: shown, httpVersion: 'HTTP/1.1', cookies: [], headers: [], headersSize: -1 },
      queryString: query.map(([name, value]) => ({ name, value })),
      bodySize: body === undefined ? 0 : Buffer.byteLength(body),
      ...(body !== undefined && { postData: { mimeType: 'application/json', text: clean(body) } }),
    },
    response: {
      ...{ status, statusText: '', httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1, bodySize: -1 },
      headers: headersOf(headers),
      redirectURL: oneLine(headers.location ?? ''),
      content: {
        size: Buffer.byteLength(answer) + missing,
        mimeType: oneLine(headers['content-type'] ?? ''),
        text,
        ...(missing > 0 && { comment: `${missing} characters are missing` }),
      },
    },
    cache: {},
    timings: { send: 0, wait: took, receive: 0 },
    comment: `sent as ${oneLine(as)}`,
  }
}

const pageOf = ({ id, title, outcome }: CheckReport, startedDateTime: string) => ({
  startedDateTime,
  id,
  title: `${id} ${outcome}: ${oneLine(title)}`,
  pageTimings: {},
})

/** The requests that show what did not pass, as an HTTP archive 1.2: a page for each check. */
export function harReport(report: Report): string {
  const { kit, verdict, target, started, checks } = report
  const [name, version] = kit.split(' ')
  const shown = checks
    .filter(({ outcome }) => outcome !== 'passed' && outcome !== 'observed')
    .map(check => ({ check, exchanges: check.evidence.flatMap(({ exchanges }) => exchanges) }))
    .filter(({ exchanges }) => exchanges.length > 0)
  const log = {
    version: '1.2',
    creator: { name, version },
    pages: shown.map(({ check, exchanges }) => pageOf(check, exchanges[0]?.sentAt ?? started)),
    entries: shown.flatMap(({ check, exchanges }) => exchanges.map(each => entryOf(each, check.id))),
    comment: `${verdict}: conformance of ${oneLine(target)}`,
  }
  return withoutCommands(`${JSON.stringify({ log }, undefined, 2)}\n`)
}

import type { Evidence, ShownExchange } from '../../run/report.js'

/** A script as the run writes it: longer than any terminal, quotes within quotes, and a text of several lines. */
export const sampleCurl = `OWNER='owner@example.test:SECRET'
# owner: a resource is created
curl -sS -X POST 'https://api.example.test/v1/schedules/red-barn/resources' -u "$OWNER" -H 'content-type: application/json' --data-binary '{"name":"Red","note":"a note of some length that a person may want to read in full"}'
curl -sS -X PUT 'https://api.example.test/v1/schedules/red-barn/resources/7' -u "$OWNER" --data-binary '{
  "name": "Blue & <Green>"
}'`

const base = 'https://api.example.test/v1/schedules/red-barn'

export function sampleExchange(changes: Partial<ShownExchange> = {}): ShownExchange {
  return {
    as: 'owner',
    method: 'POST',
    url: `${base}/resources`,
    body: '{"name":"Red","note":"a note of some length that a person may want to read in full"}',
    status: 201,
    headers: { 'content-type': 'application/json', 'x-ratelimit-remaining': '98', server: 'acme' },
    answer: '{"success":true,"data":{"id":7,"name":"Blue","note":null}}',
    sentAt: '2026-03-01T10:00:04.120Z',
    took: 12,
    ...changes,
  }
}

export function sampleEvidence(changes: Partial<Evidence> = {}): Evidence {
  return {
    kind: 'failure',
    message: 'The new resource has another name than the one that was sent.',
    expected: '"Red"',
    actual: '"Blue"',
    exchanges: [sampleExchange()],
    curl: sampleCurl,
    ...changes,
  }
}

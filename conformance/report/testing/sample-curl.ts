/** A script as the run writes it: longer than any terminal, quotes within quotes, and a text of several lines. */
export const sampleCurl = `OWNER='owner@example.test:SECRET'
# owner: a resource is created
curl -sS -X POST 'https://api.example.test/v1/schedules/red-barn/resources' -u "$OWNER" -H 'content-type: application/json' --data-binary '{"name":"Red","note":"a note of some length that a person may want to read in full"}'
curl -sS -X PUT 'https://api.example.test/v1/schedules/red-barn/resources/7' -u "$OWNER" --data-binary '{
  "name": "Blue & <Green>"
}'`

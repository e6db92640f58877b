import { type FailingCase, joined, type Sender, type Step, unsetText, wordsOf } from './steps.js'

// A JSON text is a literal of Python too.
const text = JSON.stringify
const language = { literal: text, operator: '+', id: (name: string) => `ids[${name}]` }

const variable = (name: string) => `env(${text(name)})`

function senderText(sender: Sender): string {
  if ('header' in sender) return text(sender.header)
  const { email, password } = sender
  return `basic(${typeof email === 'string' ? text(email) : variable(email.variable)}, ${variable(password)})`
}

const stepText = ({ method, address, sender, body, creates }: Step) =>
  `send(${[
    text(method),
    joined(address, language),
    sender ?? 'None',
    body ? joined(body, language) : 'None',
    creates === undefined ? 'None' : text(creates),
  ].join(', ')})`

const python = { true: 'True', false: 'False', null: 'None' }

function assertion({ must }: FailingCase): string {
  if (must === 'accepted') return 'assert at(answer, "success") is True, answer'
  if (must === 'refused') return 'assert at(answer, "success") is not True, answer'
  const { at, value } = must
  const path = at.map(key => text(key)).join(', ')
  if (typeof value === 'string') return `assert at(answer, ${path}) == ${text(value)}`
  return `assert at(answer, ${path}) is ${python[String(value) as keyof typeof python]}`
}

const functions = `MISSING = object()


def env(name):
    if name not in os.environ:
        raise RuntimeError(f"${unsetText} {name}.")
    return os.environ[name]


def basic(email, password):
    return "Basic " + base64.b64encode(f"{email}:{password}".encode()).decode()


def at(value, *path):
    for key in path:
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return MISSING
    return value


`

/** A failure as a test file of pytest, which needs nothing but Python. */
export function pytestFile(failure: FailingCase): string {
  const { id, comments, base, senders, steps } = failure
  const calls = steps.map(
    (step, index) => `${index === steps.length - 1 ? 'answer = ' : ''}${stepText(step)}`,
  )
  // Python reads the encoding of a file from a comment in its first two lines: without this, a text of the report could choose it.
  return `# coding: utf-8
${comments.map(line => `# ${line}`).join('\n')}
import base64
import json
import os
import urllib.error
import urllib.request

BASE = os.environ.get("BASE", ${text(base)})
${functions}def test_${wordsOf(id).join('_').toLowerCase()}():
    ids, created = {}, []

    def send(method, address, sender, body, creates=None):
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if sender is not None:
            headers["Authorization"] = sender
        data = None if body is None else body.encode()
        request = urllib.request.Request(BASE + address, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                content = response.read()
        except urllib.error.HTTPError as error:
            content = error.read()
        try:
            answer = json.loads(content)
        except ValueError:
            answer = None
        new = at(answer, "data", 0, "id")
        if method == "POST" and new is not MISSING:
            created.append((f"{address}/{new}", sender))
        if creates is not None:
            assert new is not MISSING, f"{method} {address} created nothing: {answer}"
            ids[creates] = str(new)
        return answer

${[...senders].map(([name, sender]) => `    ${name} = ${senderText(sender)}\n`).join('')}    try:
${calls.map(line => `        ${line}`).join('\n')}
    finally:
        for address, sender in reversed(created):
            send("DELETE", address, sender, None)
    ${assertion(failure)}
`
}

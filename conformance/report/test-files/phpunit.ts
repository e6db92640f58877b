import { type FailingCase, joined, type Sender, type Step, unsetText, wordsOf } from './steps.js'

const text = (value: string) => `'${value.replace(/[\\']/g, '\\$&')}'`
const language = { literal: text, operator: '.', id: (name: string) => `$this->ids[${name}]` }

const variable = (name: string) => `$this->env(${text(name)})`

function senderText(sender: Sender): string {
  if ('header' in sender) return text(sender.header)
  const { email, password } = sender
  const parts = [
    typeof email === 'string' ? text(email) : variable(email.variable),
    text(':'),
    variable(password),
  ]
  return `'Basic ' . base64_encode(${parts.join(' . ')})`
}

const stepText = ({ method, address, sender, body, creates }: Step) =>
  `$this->send(${[
    text(method),
    joined(address, language),
    sender === undefined ? 'null' : `$${sender}`,
    body ? joined(body, language) : 'null',
    creates === undefined ? 'null' : text(creates),
  ].join(', ')});`

function assertion({ must }: FailingCase): string {
  const message = 'json_encode($answer)'
  if (must === 'accepted') return `$this->assertTrue($this->valueAt($answer, 'success'), ${message});`
  if (must === 'refused') return `$this->assertNotTrue($this->valueAt($answer, 'success'), ${message});`
  const { at, value } = must
  const path = at.map(text).join(', ')
  const expected = typeof value === 'string' ? text(value) : String(value)
  return `$this->assertSame(${expected}, $this->valueAt($answer, ${path}), ${message});`
}

const functions = `    private function env(string $name): string
    {
        $value = getenv($name);
        if ($value === false) {
            $this->fail("${unsetText} $name.");
        }
        return $value;
    }

    private function valueAt(mixed $value, string|int ...$path): mixed
    {
        foreach ($path as $key) {
            if (!is_array($value) || !array_key_exists($key, $value)) {
                return new stdClass(); // like no value of JSON
            }
            $value = $value[$key];
        }
        return $value;
    }

`

/** A failure as a test file of PHPUnit. */
export function phpunitFile(failure: FailingCase): string {
  const { id, comments, base, senders, steps } = failure
  const calls = steps.map(
    (step, index) => `${index === steps.length - 1 ? '$answer = ' : ''}${stepText(step)}`,
  )
  const name = `${wordsOf(id)
    .map(word =>
      `${word.charAt(0)}${word.slice(1).toLowerCase()}`.replace(/^[a-z]/, first => first.toUpperCase()),
    )
    .join('')}Test`
  return `<?php

${[...comments, `The name of this file is ${name}.php`].map(line => `// ${line.replaceAll('?>', '? >')}`).join('\n')}

use PHPUnit\\Framework\\TestCase;

final class ${name} extends TestCase
{
    private array $ids = [];
    private array $created = [];

${functions}    private function send(string $method, string $address, ?string $sender, ?string $body, ?string $creates = null): mixed
    {
        $headers = $body === null ? [] : ['Content-Type: application/json'];
        if ($sender !== null) {
            $headers[] = "Authorization: $sender";
        }
        $http = ['method' => $method, 'header' => $headers, 'content' => $body ?? '', 'ignore_errors' => true];
        $context = stream_context_create(['http' => $http]);
        $text = file_get_contents((getenv('BASE') ?: ${text(base)}) . $address, false, $context);
        $answer = json_decode($text, true);
        $new = $this->valueAt($answer, 'data', 0, 'id');
        if ($method === 'POST' && is_scalar($new)) {
            $this->created[] = ["$address/$new", $sender];
        }
        if ($creates !== null) {
            $this->assertIsScalar($new, "$method $address created nothing: $text");
            $this->ids[$creates] = (string) $new;
        }
        return $answer;
    }

    protected function tearDown(): void
    {
        foreach (array_reverse($this->created) as [$address, $sender]) {
            $this->send('DELETE', $address, $sender, null);
        }
    }

    public function testConformance(): void
    {
${[...senders].map(([name, sender]) => `        $${name} = ${senderText(sender)};\n`).join('')}${calls.map(line => `        ${line}`).join('\n')}
        ${assertion(failure)}
    }
}
`
}

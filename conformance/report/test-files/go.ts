import { type FailingCase, joined, type Sender, type Step, unsetText, wordsOf } from './steps.js'

// JSON text is also a Go literal.
const text = JSON.stringify
const language = { literal: text, operator: '+', id: (name: string) => `ids[${name}]` }

const variable = (name: string) => `env(${text(name)})`

function senderText(sender: Sender): string {
  if ('header' in sender) return text(sender.header)
  const { email, password } = sender
  return `basic(${typeof email === 'string' ? text(email) : variable(email.variable)}, ${variable(password)})`
}

const stepText = ({ method, address, sender, body, creates = '' }: Step) =>
  `send(${[text(method), joined(address, language), sender ?? '""', body ? joined(body, language) : '""', text(creates)].join(', ')})`

function assertion({ must }: FailingCase): string {
  const success = 'at(answer, "success")'
  const [actual, expected, operator] =
    must === 'accepted'
      ? [success, 'true', '!=']
      : must === 'refused'
        ? [success, 'true', '==']
        : [
            `at(answer, ${must.at.map(key => text(key)).join(', ')})`,
            must.value === null ? 'nil' : text(must.value),
            '!=',
          ]
  return `if value := ${actual}; value ${operator} any(${expected}) {
		t.Errorf("%v ${operator} %v in %v", value, any(${expected}), answer)
	}`
}

const functions = `	env := func(name string) string {
		value, found := os.LookupEnv(name)
		if !found {
			t.Fatalf("${unsetText} %s.", name)
		}
		return value
	}
	basic := func(email, password string) string {
		return "Basic " + base64.StdEncoding.EncodeToString([]byte(email+":"+password))
	}
	_, _ = env, basic // not every request has an account
	type missing struct{}
	at := func(value any, path ...any) any {
		for _, key := range path {
			name, isName := key.(string)
			object, isObject := value.(map[string]any)
			index, _ := key.(int)
			list, isList := value.([]any)
			if isName && isObject {
				if member, found := object[name]; found {
					value = member
					continue
				}
			} else if !isName && isList && index < len(list) {
				value = list[index]
				continue
			}
			return missing{}
		}
		return value
	}
`

/** A failure as a test file of Go. */
export function goFile(failure: FailingCase): string {
  const { id, comments, base, senders, steps } = failure
  const calls = steps.map(
    (step, index) => `${index === steps.length - 1 ? 'answer := ' : ''}${stepText(step)}`,
  )
  const name = wordsOf(id).join('_')
  return `${comments.map(line => `// ${line}`).join('\n')}
package conformance

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
)

func Test_${name}(t *testing.T) {
	base := os.Getenv("BASE")
	if base == "" {
		base = ${text(base)}
	}
${functions}	ids := map[string]string{}
	var send func(method, address, sender, body, creates string) any
	send = func(method, address, sender, body, creates string) any {
		request, err := http.NewRequest(method, base+address, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		if body != "" {
			request.Header.Set("Content-Type", "application/json")
		}
		if sender != "" {
			request.Header.Set("Authorization", sender)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		var answer any
		decoder := json.NewDecoder(response.Body)
		decoder.UseNumber() // ids as they are
		_ = decoder.Decode(&answer)
		created := at(answer, "data", 0, "id")
		if created == any(missing{}) {
			if creates != "" {
				t.Fatalf("%s %s created nothing: %v", method, address, answer)
			}
		} else if method == "POST" {
			ids[creates] = fmt.Sprint(created)
			path := fmt.Sprintf("%s/%v", address, created)
			t.Cleanup(func() { send("DELETE", path, sender, "", "") })
		}
		return answer
	}
${[...senders].map(([name, sender]) => `\t${name} := ${senderText(sender)}\n`).join('')}
${calls.map(line => `\t${line}`).join('\n')}
	${assertion(failure)}
}
`
}

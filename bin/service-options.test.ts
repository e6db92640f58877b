import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { number } from './options.js'
import { optionsFromEnvironment } from './service-options.js'

const options = { port: number(4000, 'Port'), 'metrics-port': number(0, 'Port of metrics') }

test('given the variables that Kubernetes sets for a service of the same name, then they are no options', () => {
  const { given, check } = optionsFromEnvironment(options, {
    SCHEDKIT_PORT: 'tcp://10.0.0.7:4000',
    SCHEDKIT_METRICS_PORT: 'udp://10.0.0.8:9000',
    SCHEDKIT_PORT_4000_TCP_ADDR: '10.0.0.7',
    SCHEDKIT_SERVICE_HOST: '10.0.0.7',
  })

  assert.equal(given, {})
  assert.is(check(), true)
})

test('given another text for a number, then it is refused', () => {
  const { check } = optionsFromEnvironment(options, { SCHEDKIT_PORT: 'http' })

  assert.throws(check, /^SCHEDKIT_PORT must be a number, not "http"\.$/)
})

test.run()

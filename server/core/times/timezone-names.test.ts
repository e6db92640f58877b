import { IANAZone } from 'luxon'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isOfRuntime, isTimezone, timezoneNames } from './timezone-names.js'

test('the names are sorted and unique, and the runtime knows each', () => {
  assert.is(timezoneNames.length, 597)
  assert.equal([...new Set(timezoneNames)].sort(), timezoneNames)

  for (const name of timezoneNames) {
    assert.is(isTimezone(name), true, name)
    assert.is(IANAZone.isValidZone(name), true, name)
  }
})

test('the list includes every zone that the runtime lists, and links', () => {
  for (const name of Intl.supportedValuesOf('timeZone')) assert.is(isTimezone(name), true, name)

  for (const link of [
    'UTC',
    'Asia/Calcutta',
    'Asia/Kolkata',
    'US/Eastern',
    'Etc/GMT+5',
    'Etc/GMT-14',
    'GB',
    'Zulu',
  ]) {
    assert.is(isTimezone(link), true, link)
  }
})

test('given a near miss, an offset or a property of every object, then it is not a name', () => {
  const none = [
    ...['', ' ', 'Berlin', 'europe/berlin', 'EUROPE/BERLIN', 'Europe/Berlin ', ' Europe/Berlin', 'Europe/'],
    ...[
      'Mars/Phobos',
      '+02:00',
      'GMT+2',
      'UTC+2',
      'PST',
      'utc',
      'local',
      'system',
      'Etc/GMT+13',
      'Etc/GMT-15',
    ],
    ...[
      'America/New York',
      'America\\New_York',
      'Etc/Unknown',
      'Factory',
      'constructor',
      '__proto__',
      'toString',
    ],
  ]

  for (const name of none) assert.is(isTimezone(name), false, name)
})

test('a time zone is usable only if the runtime knows it', () => {
  assert.ok(isOfRuntime('Europe/Berlin'))
  assert.not.ok(isOfRuntime('Mars/Olympus_Mons'))
})

test.run()

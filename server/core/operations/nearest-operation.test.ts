import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { nearestOperation } from './nearest-operation.js'

for (const [typed, meant] of [
  ['updateBooking', 'changeBooking'],
  ['editResource', 'changeResource'],
  ['patchBookings', 'changeBookings'],
  ['addCollaborator', 'createCollaborator'],
  ['removeResources', 'deleteResources'],
  ['getBooking', 'readBooking'],
  ['fetchBookings', 'listBookings'],
  ['getResourceBookings', 'listResourceBookings'],
  ['update_booking', 'changeBooking'],
  ['UPDATEBOOKING', 'changeBooking'],
  ['getUser', 'readMe'],
  ['updateProfile', 'changeMe'],
  ['remove_account', 'deleteMe'],
  ['updateUsr', 'changeMe'],
  ['listBooking', 'listBookings'],
  ['updateBoking', 'changeBooking'],
  ['createBokings', 'createBooking'],
] as const) {
  test(`${typed} most likely means ${meant}`, () => {
    assert.is(nearestOperation(typed), meant)
  })
}

test('a name that is close to none has no suggestion', () => {
  assert.is(nearestOperation('everything at once'), undefined)
  assert.is(nearestOperation(''), undefined)
})

test.run()

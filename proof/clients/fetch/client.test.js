import assert from 'node:assert/strict'
import test from 'node:test'
import * as client from './client.js'

test('lists every room once', async () => {
  const rooms = await client.listRooms(2)
  assert.ok(rooms.some(({ name }) => name === 'Tejo' || name === 'Douro'))
  assert.equal(new Set(rooms.map(({ id }) => id)).size, rooms.length)
  assert.equal(await client.title(), 'lisbon-studio')
})

test('adds a room, and removes it with its bookings', async () => {
  const id = await client.addRoom('Lima')
  await client.book(id, 'Opening', '2031-05-06 10:00', '2031-05-06 11:00')
  assert.equal((await client.readRoom(id)).name, 'Lima')
  await client.removeRoom(id)
})

test('shows the colour of a room, and since when it is there', async () => {
  const { colour, created } = await client.readRoom(1)
  assert.equal(colour, 'blue')
  assert.ok(created.getTime() > 0)
})

test('books a room, shows the booking and cancels it', async () => {
  const id = await client.book(1, 'Standup', '2031-05-05 10:00', '2031-05-05 11:00')
  assert.equal((await client.readBooking(id)).start, '2031-05-05 10:00')
  await client.cancel(id)
  assert.ok(await client.isGone(id))
})

test('knows whether the profile is complete', async () => {
  assert.ok(await client.isComplete())
})

test('invites somebody, and withdraws it', async () => {
  await client.withdraw(await client.invite('guest@example.test'))
})

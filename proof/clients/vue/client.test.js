// @vitest-environment jsdom
import { mount } from '@vue/test-utils'
import { expect, test, vi } from 'vitest'
import * as client from './client.js'

test('lists every room once', async () => {
  const list = mount(client.Rooms, { props: { limit: 2 } })

  await vi.waitFor(() => expect(list.text()).not.toBe('Loading'), { timeout: 20_000 })
  const names = list.findAll('li').map(item => item.text())
  expect(names.includes('Tejo') || names.includes('Douro')).toBe(true)
  expect(new Set(names).size).toBe(names.length)
  expect(await client.title()).toBe('lisbon-studio')
})

test('adds a room, and removes it with its bookings', async () => {
  const id = await client.addRoom('Lima')
  await client.book(id, 'Opening', '2031-05-06 10:00', '2031-05-06 11:00')

  expect((await client.readRoom(id)).name).toBe('Lima')
  await client.removeRoom(id)
})

test('shows the colour of a room, and since when it is there', async () => {
  const { colour, created } = await client.readRoom(1)

  expect(colour).toBe('blue')
  expect(created.getTime()).toBeGreaterThan(0)
})

test('books a room, shows the booking and cancels it', async () => {
  const id = await client.book(1, 'Standup', '2031-05-05 10:00', '2031-05-05 11:00')

  expect((await client.readBooking(id)).start).toBe('2031-05-05 10:00')
  await client.cancel(id)
  expect(await client.isGone(id)).toBe(true)
})

test('knows whether the profile is complete', async () => {
  expect(await client.isComplete()).toBe(true)
})

test('invites somebody, and withdraws it', async () => {
  await client.withdraw(await client.invite('guest@example.test'))
})

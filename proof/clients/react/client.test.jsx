// @vitest-environment jsdom
/** @jsxRuntime automatic */
import { QueryClientProvider } from '@tanstack/react-query'
import { render, renderHook, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as client from './client.jsx'

const timeout = 20_000
const queries = client.createQueryClient()
const wrapper = ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>

async function query(useIt, ...args) {
  const { result } = renderHook(() => useIt(...args), { wrapper })
  await waitFor(() => expect(result.current.isPending).toBe(false), { timeout })
  return result.current
}

const mutate = (useIt, variables) =>
  renderHook(() => useIt(), { wrapper }).result.current.mutateAsync(variables)

test('lists every room once', async () => {
  render(<client.Rooms limit={2} />, { wrapper })

  const names = (await screen.findAllByRole('listitem', {}, { timeout })).map(item => item.textContent)
  expect(names.includes('Tejo') || names.includes('Douro')).toBe(true)
  expect(new Set(names).size).toBe(names.length)
  expect((await query(client.useTitle)).data).toBe('lisbon-studio')
})

test('adds a room, and removes it with its bookings', async () => {
  const room = await mutate(client.useAddRoom, 'Lima')
  const times = { start: '2031-05-06 10:00', end: '2031-05-06 11:00' }
  await mutate(client.useBook, { room, title: 'Opening', ...times })

  expect((await query(client.useRoom, room)).data?.name).toBe('Lima')
  await mutate(client.useRemoveRoom, room)
})

test('shows the colour of a room, and since when it is there', async () => {
  const { data } = await query(client.useRoom, 1)

  expect(data?.colour).toBe('blue')
  expect(data.created.getTime()).toBeGreaterThan(0)
})

test('books a room, shows the booking and cancels it', async () => {
  const times = { start: '2031-05-05 10:00', end: '2031-05-05 11:00' }
  const id = await mutate(client.useBook, { room: 1, title: 'Standup', ...times })

  expect((await query(client.useBooking, id)).data?.start).toBe('2031-05-05 10:00')
  await mutate(client.useCancel, id)
  queries.clear()
  expect(client.isGone((await query(client.useBooking, id)).error)).toBe(true)
})

test('knows whether the profile is complete', async () => {
  expect((await query(client.useIsComplete)).data).toBe(true)
})

test('invites somebody, and withdraws it', async () => {
  await mutate(client.useWithdraw, await mutate(client.useInvite, 'guest@example.test'))
})

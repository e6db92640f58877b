/*
 * Guessed passwords and tokens.
 */
import { atMost, whole } from '../bench/line.js'
import { basicAuth } from '../requests/credentials.js'
import { type Attack, failed, newcomers, victim } from './attack.js'
import { loop, once } from './hostile.js'

/** A request for the account with a wrong password. */
const guess = (email: string, index: number) => ({
  method: 'GET',
  path: '/v1/users/me',
  headers: { authorization: basicAuth(email, `wrong-${index}`) },
})

/** @param emailOf returns the account whose password is guessed in a turn */
const loginFlood = (name: string, title: string, emailOf: (turn: number) => string): Attack => ({
  name,
  title,
  bookings: 1_000,
  hasNewcomers: true,
  run(target, count) {
    let turn = 0
    return loop(target, { connections: 150, next: () => guess(emailOf(turn), turn++) }, count)
  },
  verdicts: ({ logins }) => [
    {
      what: `failed logins of ${logins.requests} people`,
      value: failed(logins),
      show: whole,
      goal: atMost(0),
    },
  ],
})

export const loginAttacks: readonly Attack[] = [
  {
    name: 'guesses',
    title: '102 passwords for one account, at once',
    bookings: 1_000,
    run: (target, count) =>
      Promise.all(
        Array.from({ length: 102 }, async (_, index) =>
          count(await once(target, false, guess(victim, index))),
        ),
      ),
    verdicts: ({ counts }) => [
      { what: 'passwords that were checked', value: counts[401] ?? 0, show: whole, goal: atMost(10) },
    ],
  },
  loginFlood(
    'login-flood',
    '150 connections with made-up logins, while others log in',
    turn => `made-up-${turn}@example.test`,
  ),
  {
    ...loginFlood(
      'login-flood-known',
      '150 connections guess the passwords of those who log in',
      turn => newcomers[turn % newcomers.length] ?? victim,
    ),
    isLong: true,
  },
  {
    name: 'control-guesses',
    title: 'Guessed tokens of the control interface',
    bookings: 1_000,
    opensConnections: true,
    run(target, count) {
      let turn = 0
      const headers = () => ({ authorization: `Bearer wrong-${turn++}` })
      const next = () => ({ method: 'GET', path: '/_control/users', headers: headers() })
      return loop(target, { connections: 8, next }, count)
    },
    verdicts: ({ counts }) => [
      { what: 'guesses that were let in', value: counts[200] ?? 0, show: whole, goal: atMost(0) },
    ],
  },
]

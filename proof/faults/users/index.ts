import {
  all,
  body,
  bodyAs,
  collection,
  partialWrite,
  port,
  queryAs,
  stateful,
  textMatching,
  textUpTo,
} from '../../alter/index.js'
import { fault } from '../fault.js'
import { accountFaults } from './accounts.js'
import { userSettingFaults } from './settings.js'
import { userValueFaults } from './values.js'

export const userFaults = [
  ...userValueFaults,
  ...userSettingFaults,
  ...accountFaults,
  fault('password-of-5', 'takes a new password of 5 characters', {
    breaks: { 'USER-34': /5 characters must be refused/, 'USER-35': /5 characters "é"/ },
    touches: ['ENV-05'],
    alter: body('changeMe', { new_password: textMatching(/^.{5,}$/su) }),
  }),
  fault('password-old-still-good', 'lets the password before the last change in', {
    breaks: { 'USER-36': /old password right after the change must be refused/ },
    alter: stateful(() => {
      const before = new Map<string, string>()
      return all(
        collection('users', usual => ({
          async change(id, change, now) {
            const kept = await usual.find(id)
            if (change.password_hash && kept) before.set(change.password_hash, kept.password_hash)
            await usual.change(id, change, now)
          },
        })),
        port('passwords', ({ verify }) => ({
          verify: async (password, hash = '') =>
            (await verify(password, hash)) || (before.has(hash) && verify(password, before.get(hash))),
        })),
      )
    }),
  }),
  fault('delete-me-unguarded', 'deletes an account without me=1', {
    breaks: { 'USER-42': /without me must be refused/ },
    touches: ['ENV-05'],
    alter: queryAs('deleteMe', ({ me = '1' }) => ({ me })),
  }),
  fault('delete-me-by-any-value', 'deletes an account where me has any value', {
    breaks: { 'USER-43': /me=0 must be refused/ },
    alter: queryAs('deleteMe', ({ me }) => (me === undefined ? {} : { me: '1' })),
  }),
  fault('timezone-unchecked', 'takes any text for a time zone', {
    breaks: { 'USER-18': /"Mars\/Phobos" must be refused/ },
    touches: ['USER-39'],
    alter: body('changeMe', { timezone: textUpTo(50) }),
  }),
  fault('user-half-changed', 'writes the right values of a refused update of an account', {
    breaks: { 'USER-47': /not what must be there/ },
    alter: partialWrite('changeMe'),
  }),
  fault('activation-not-sent', 'sends no e-mail to a new address', {
    breaks: { 'USER-31.mail': /no e-mail came/ },
    touches: ['USER-32'],
    alter: port('mailer', usual => ({ send: mail => mail.kind === 'activation' || usual.send(mail) })),
  }),
  fault('profile-completed-once', 'takes profile_completed = false for absent', {
    breaks: { 'USER-23': /profile_completed/ },
    touches: ['USER-*', 'CROSS-15'],
    alter: bodyAs('changeMe', ({ profile_completed, ...rest }) => ({
      ...rest,
      ...(profile_completed !== undefined && profile_completed !== false && { profile_completed }),
    })),
  }),
]

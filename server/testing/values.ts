import * as assert from 'uvu/assert'
import type { Answer, Caller } from './scene.js'

/*
 * What tests say of answers again and again.
 */

/** The answer is a success that holds nothing else. */
export function done(answer: Answer): void {
  assert.equal(answer.body, { success: true })
  assert.is(answer.status, 200)
}

/** The answer refuses with this status, and its message matches. */
export function refused(answer: Answer, status: number, message: RegExp = /./): void {
  assert.is(answer.body?.success, false, answer.text)
  assert.is(answer.status, status, answer.text)
  assert.match(answer.body.error.message, message)
}

/** Creates an object and gives its id. */
export async function create(caller: Caller, path: string, body: object): Promise<number> {
  const answer = await caller.post(path, body)
  assert.is(answer.status, 201, answer.text)
  assert.equal(Object.keys(answer.body.data[0]), ['id'])
  return answer.body.data[0].id
}

/** The ids of a list, in the order answered. */
export const idsOf = (answer: Answer): number[] => answer.body.data.map((object: { id: number }) => object.id)

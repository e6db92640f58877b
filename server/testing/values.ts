import * as assert from 'uvu/assert'
import type { Answer, Caller } from './scene.js'

/*
 * Frequent assertions on responses.
 */

/** Asserts that the response is a success that contains nothing else. */
export function done(answer: Answer): void {
  assert.equal(answer.body, { success: true })
  assert.is(answer.status, 200)
}

/** Asserts that the response is a refusal with this status and a matching message. */
export function refused(answer: Answer, status: number, message: RegExp = /./): void {
  assert.is(answer.body?.success, false, answer.text)
  assert.is(answer.status, status, answer.text)
  assert.match(answer.body.error.message, message)
}

/** Creates an object and returns its id. */
export async function create(caller: Caller, path: string, body: object): Promise<number> {
  const answer = await caller.post(path, body)
  assert.is(answer.status, 201, answer.text)
  assert.equal(Object.keys(answer.body.data[0]), ['id'])
  return answer.body.data[0].id
}

/** The ids of a list, in the order of the response. */
export const idsOf = (answer: Answer): number[] => answer.body.data.map((object: { id: number }) => object.id)

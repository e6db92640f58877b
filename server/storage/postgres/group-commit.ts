import type { Pool, PoolClient } from 'pg'
import type { Answer, SendBatch, Statement } from './batches.js'
import { isLost } from './failures.js'

/** So many writes share a transaction at most. */
const most = 16

/** The statements of a write, which are one batch: the last one writes, those before it only ask. */
type Write = readonly Statement[]

/**
 * Sends writes, each of which is one batch. Those that wait for a connection at the same time are sent as one transaction, and
 * share its round trip and its commit. If one fails, the others are sent again, each as a transaction of its own.
 */
export function createGroupCommit(pool: Pool, send: SendBatch): (write: Write) => void {
  const waiting: Write[] = []

  async function use(client: PoolClient, writes: readonly Write[]): Promise<void> {
    const failure = await sendTogether(send, client, writes)
    const isGone = failure !== undefined && isLost(failure.error)
    client.release(isGone)
    if (!failure) return
    const { error, of } = failure
    for (const write of writes) {
      if (isGone || write.some(statement => of.includes(statement))) fail(write, error)
      // On connections of their own, because some may wait for a lock.
      else {
        pool.connect().then(
          other => use(other, [write]),
          reason => fail(write, reason),
        )
      }
    }
  }

  return write => {
    waiting.push(write)
    pool.connect().then(
      client => {
        const writes = waiting.splice(0, most)
        if (writes.length > 0) use(client, writes)
        else client.release()
      },
      error => {
        // The pool answers in order: the one that has waited longest.
        for (const oldest of waiting.splice(0, 1)) fail(oldest, error)
      },
    )
  }
}

function fail(write: Write, error: unknown): void {
  for (const { failed } of write) failed(error)
}

/** Sends writes as one transaction, and answers them once it is committed. Returns what it has failed with, and whose that was. */
function sendTogether(
  send: SendBatch,
  client: PoolClient,
  writes: readonly Write[],
): Promise<{ error: unknown; of: readonly Statement[] } | undefined> {
  const groups = sameQuestions(writes)
  const answers: Answer[] = []
  return new Promise(resolve => {
    const statements = groups.map((group): Statement => {
      const answered = (answer: Answer) => {
        if (answers.push(answer) < groups.length) return
        for (const [index, each] of groups.entries()) {
          for (const statement of each) statement.answered(answers[index] as Answer)
        }
        resolve(undefined)
      }
      return { ...group[0], answered, failed: error => resolve({ error, of: group }) }
    })
    send(client, statements)
  })
}

type Group = [Statement, ...Statement[]]

/** Puts questions together that are the same, so that each is asked once. */
function sameQuestions(writes: readonly Write[]): Group[] {
  const groups = new Map<string, Group>()
  for (const write of writes) {
    for (const [index, statement] of write.entries()) {
      const isQuestion = index < write.length - 1
      const key = isQuestion
        ? `${statement.name} ${JSON.stringify(statement.values)}`
        : `write ${groups.size}`
      const group = groups.get(key)
      if (group) group.push(statement)
      else groups.set(key, [statement])
    }
  }
  return [...groups.values()]
}

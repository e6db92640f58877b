import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { DataError } from '../../errors.js'
import { openSqlStore } from '../sql-store.js'
import { contradictionOf, openDiary, type Writer, writeOn } from '../testing/diary.js'
import { createMemoryDisk } from '../testing/memory-disk.js'
import { imageFiles, imageOf, openImage } from '../testing/opened-image.js'
import { randomNumbers } from '../testing/random-numbers.js'
import { withDirectory } from '../testing/temporary-directory.js'
import { dataFiles } from './data-files.js'

/*
 * A killed server leaves a log. Here it is truncated and damaged in every way; the result must be an intact beginning of what
 * was written, or a refusal.
 */

const isThorough = process.env.SCHEDKIT_THOROUGH === '1'
const cuts = isThorough ? Number.POSITIVE_INFINITY : 400
const flips = isThorough ? 5_000 : 250

interface Killed {
  contents: Map<string, Uint8Array>
  log: Uint8Array
  writer: Writer
  /** The log length after each transaction of the writer, the opening first. */
  lengths: number[]
  /** The log length before the first of them. */
  first: number
}

/** The files that a kill leaves after this many transactions. */
async function killed(transactions: number): Promise<Killed> {
  return withDirectory(async directory => {
    const store = await openSqlStore({ data: { directory, logLimit: Number.POSITIVE_INFINITY } })
    const { log } = dataFiles(directory)
    // Written by the opening itself: the scope of unique names.
    const first = readFileSync(log).length
    const [writer] = (await openDiary(store, 1)) as [Writer]
    const lengths = [readFileSync(log).length]
    for (let turn = 0; turn < transactions; turn++) {
      await writeOn(store, writer)
      lengths.push(readFileSync(log).length)
    }
    const names = readdirSync(directory).filter(
      name => name.startsWith('schedkit.db') && !/-(?:shm|reserve)$/.test(name),
    )
    const files = new Map(
      names.map(name => [join(directory, name), new Uint8Array(readFileSync(join(directory, name)))]),
    )
    await store.close()
    const contents = imageOf(files, directory)
    return { contents, log: contents.get(imageFiles.log) as Uint8Array, writer, lengths, first }
  })
}

/** The outcome of opening: `refused`, or the number of transactions, which must be complete. */
async function outcome({ contents, writer }: Killed, log: Uint8Array, { marked }: { marked: boolean }) {
  const image = new Map(contents).set(imageFiles.log, log)
  if (!marked) image.delete(imageFiles.mark)
  const disk = createMemoryDisk(image)
  try {
    const opened = await openImage(disk)
    const recovered = opened.notes.find(({ event }) => event === 'recovered')
    const count = (await opened.rows.bookings.find('one', writer.pair[0]))?.json
    const number = count === undefined ? -1 : Number(JSON.parse(count).title)
    if (number >= 0) {
      const exactly = [{ ...writer, begun: number, acknowledged: number }]
      assert.is(await contradictionOf(opened.rows, exactly), undefined)
    }
    opened.end()
    return { number, recovered }
  } catch (error) {
    if (!(error instanceof DataError)) throw error
    assert.equal(disk.contents(), image, 'a refusal changes nothing')
    return { refused: error.message }
  }
}

const state = await killed(12)
const { log, lengths, first } = state

/** The number of complete transactions in a log of this length; -1 if not even the opening is complete. */
const wholeIn = (length: number) => lengths.filter(each => each <= length).length - 1

/** Every byte of the tail, or the ends of its frames and many bytes in between. */
function cutsOf(): number[] {
  const from = isThorough ? 0 : (lengths.at(-4) as number)
  const all = Array.from({ length: log.length - from }, (_, index) => from + index)
  if (all.length <= cuts) return all
  const random = randomNumbers(1)
  const atEnds = all.filter(length => [0, 1, 8, 16, 23, 24, 25, 4_119].includes((length - 32) % 4_120))
  return [
    ...atEnds,
    ...Array.from({ length: cuts - atEnds.length }, () => from + random.whole(log.length - from)),
  ]
}

test('given a log that ends anywhere, then what is complete in it is there, and what was dropped is reported', async () => {
  let tried = 0
  for (const length of cutsOf()) {
    const { number, recovered } = await outcome(state, log.slice(0, length), { marked: false })

    assert.is(number, wholeIn(length), `cut at ${length}`)
    const whole = lengths.findLast(each => each <= length) ?? [0, 32, first].findLast(each => each <= length)
    assert.is(recovered?.dropped ?? 0, length - Number(whole), `cut at ${length}`)
    tried++
  }
  assert.ok(tried >= 300, `${tried} cuts`)
})

test('given a log that ends before what was acknowledged, then it is refused with what to do', async () => {
  for (const length of [0, 31, 32, 33, lengths[3] as number, log.length - 5_000, log.length - 1]) {
    const { refused } = await outcome(state, log.slice(0, length), { marked: true })

    assert.match(
      String(refused),
      /schedkit\.db-wal.* (missing|intact|header).* schedkit data check/,
      `cut at ${length}`,
    )
  }
})

test('given a log with some bytes flipped, then an intact beginning is there, with everything acknowledged, or it is refused', async () => {
  const random = randomNumbers(2)
  const seen = new Set<number>()
  for (let turn = 0; turn < flips; turn++) {
    const damaged = log.slice()
    const times = 1 + random.whole(3)
    let earliest = log.length
    for (let time = 0; time < times; time++) {
      const at = random.whole(log.length)
      damaged[at] = (damaged[at] as number) ^ (1 << random.whole(8))
      earliest = Math.min(earliest, damaged[at] === log[at] ? log.length : at)
    }

    const marked = await outcome(state, damaged, { marked: true })
    const unmarked = await outcome(state, damaged, { marked: false })

    if (earliest < log.length)
      assert.match(String(marked.refused), 'schedkit.db-wal', `flipped at ${earliest}`)
    if (earliest >= 32) assert.is(unmarked.number, wholeIn(earliest), `flipped at ${earliest}`)
    else assert.match(String(unmarked.refused), 'header')
    seen.add(unmarked.number ?? -2)
  }
  assert.ok(seen.size > 5, 'the beginnings were of several lengths')
})

test('given the remains of an unfinished write, then everything acknowledged is there, and the rest is dropped', async () => {
  const random = randomNumbers(3)
  const frame = log.slice(lengths.at(-2) as number, (lengths.at(-2) as number) + 4_120)
  for (const length of [1, 16, 24, 500, 4_119, 4_120, 4_200]) {
    const tail = new Uint8Array(length).map((_, index) => frame[index] ?? random.whole(256))
    const { number, recovered } = await outcome(state, Buffer.concat([log, tail]), { marked: true })

    assert.is(number, 12)
    assert.ok(Number(recovered?.dropped) > 0, `${length} bytes`)
  }
})

test('given a damaged mark, then only the log counts', async () => {
  const mark = state.contents.get(imageFiles.mark) as Uint8Array
  for (let at = 0; at < mark.length; at++) {
    const damaged = mark.slice()
    damaged[at] = (damaged[at] as number) ^ 0x10
    const contents = new Map(state.contents).set(imageFiles.mark, damaged)

    assert.is((await outcome({ ...state, contents }, log, { marked: true })).number, 12)
  }
})

test('given a database file that is truncated, missing or of another database, then it is refused, and nothing is changed', async () => {
  const { contents } = state
  const whole = contents.get(imageFiles.database) as Uint8Array
  const tryWith = async (database: Uint8Array | undefined, withLog: boolean) => {
    const image = new Map(contents)
    if (database) image.set(imageFiles.database, database)
    else image.delete(imageFiles.database)
    if (!withLog) for (const path of [imageFiles.log, imageFiles.mark]) image.delete(path)
    const disk = createMemoryDisk(image)
    const error = await openImage(disk).then(
      opened => opened.end(),
      error => error,
    )
    if (error) assert.equal(disk.contents(), image)
    return error instanceof DataError ? error.message : String(error)
  }
  const other = whole.slice()
  other.fill(1, 68, 72)

  assert.match(await tryWith(undefined, true), /schedkit\.db is missing/)
  assert.match(await tryWith(whole.slice(0, 8_192), false), /schedkit\.db is truncated: it has 8192 bytes of/)
  assert.match(await tryWith(whole.slice(0, whole.length - 1), false), /is truncated/)
  assert.match(await tryWith(new Uint8Array(whole.length), false), /not a SQLite database/)
  assert.match(await tryWith(new TextEncoder().encode('hello'), false), /not a SQLite database/)
  assert.match(await tryWith(other, false), /of another program/)
})

test('given a database file that is damaged where every start looks, then it is refused with what to do', async () => {
  const { contents } = state
  const whole = contents.get(imageFiles.database) as Uint8Array
  let refused = 0
  for (let page = 0; page < whole.length / 4_096; page++) {
    const damaged = whole.slice()
    damaged.fill(0xa5, page * 4_096 + (page === 0 ? 100 : 0), page * 4_096 + 200)
    const image = new Map(contents).set(imageFiles.database, damaged)
    for (const path of [imageFiles.log, imageFiles.mark]) image.delete(path)

    const disk = createMemoryDisk(image)
    const error = await openImage(disk).then(
      opened => {
        // What startup does not check is left to `schedkit data check`.
        assert.is.not(opened.integrity(), 'ok', `page ${page}`)
        opened.end()
      },
      error => error,
    )
    if (error === undefined) continue
    assert.match(String(error), /schedkit\.db is damaged: .*schedkit data check/)
    assert.equal(disk.contents(), image)
    refused++
  }
  assert.ok(refused > 10, `${refused} pages`)
})

test.run()

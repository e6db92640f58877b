import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openSqlStore } from '../sql-store.js'
import { contradictionOf, openDiary, type Writer, writeOn } from '../testing/diary.js'
import { createMemoryDisk } from '../testing/memory-disk.js'
import { imageOf, openImage } from '../testing/opened-image.js'
import { createPowerCutDisk } from '../testing/power-cut-disk.js'
import { randomNumbers } from '../testing/random-numbers.js'
import { withDirectory } from '../testing/temporary-directory.js'
import { withHeldDatabase } from './backup-handshake.js'
import { dataFiles } from './data-files.js'

const seeds = Number(process.env.SCHEDKIT_POWER_CUTS ?? 1)

interface Image {
  during: string
  contents: Map<string, Uint8Array>
  writers: Writer[]
}

/** Possible states of the disk at many moments, while several writers write and there are repeated checkpoints. */
async function imagesOf(seed: number): Promise<Image[]> {
  const random = randomNumbers(seed)
  const disk = createPowerCutDisk()
  const images: Image[] = []
  await withDirectory(async directory => {
    const store = await openSqlStore({ data: { directory, disk, logLimit: 150_000 } })
    const writers = await openDiary(store, 6)
    let before = ''
    disk.watch(during => {
      // Few operations sync at once.
      const rare = before === 'truncate' || before === 'remove' || during === 'sync'
      const likely = rare ? 1 : during === 'write' ? 0.02 : 0.05
      before = during
      if (!random.chance(likely)) return
      const contents = imageOf(disk.cut(random), directory)
      images.push({ during, contents, writers: writers.map(writer => ({ ...writer })) })
    })
    const ended = Promise.all(
      writers.map(async writer => {
        for (let turn = 0; turn < 60; turn++) await writeOn(store, writer)
      }),
    )
    // Meanwhile the log is emptied and truncated, as for a backup.
    for (let turn = 0; turn < 5; turn++) await withHeldDatabase(dataFiles(directory), async () => {})
    await ended
    await store.close()
  })
  return images
}

const during = new Set<string>()
let images = 0
let recoveredTwice = 0

for (let seed = 1; seed <= seeds; seed++) {
  test(`given a power cut at any moment (${seed}), then everything acknowledged is there, without partial writes`, async () => {
    for (const [index, image] of (await imagesOf(seed)).entries()) {
      const opened = await openImage(createMemoryDisk(image.contents))

      const title = `image ${index} of seed ${seed}, during ${image.during}`
      assert.is(await contradictionOf(opened.rows, image.writers), undefined, title)
      assert.is(opened.integrity(), 'ok', title)
      opened.end()
      during.add(image.during)
      images++
    }
  })
}

test('given another power cut during recovery from the first, then the same is true', async () => {
  for (const [index, image] of (await imagesOf(99)).entries()) {
    const random = randomNumbers(index)
    const disk = createPowerCutDisk(image.contents)
    const again: Map<string, Uint8Array>[] = []
    disk.watch(() => {
      if (random.chance(0.2)) again.push(disk.cut(random))
    })
    const first = await openImage(disk)
    first.end()

    for (const contents of again.slice(0, 4)) {
      const opened = await openImage(createMemoryDisk(contents))

      assert.is(await contradictionOf(opened.rows, image.writers), undefined, `image ${index}`)
      assert.is(opened.integrity(), 'ok')
      opened.end()
      recoveredTwice++
    }
  }
})

test('the moments were of every kind', () => {
  assert.ok(images > 100 * seeds, `${images} images`)
  assert.ok(recoveredTwice > 100, `${recoveredTwice} images of a recovery`)
  for (const operation of ['write', 'sync', 'syncSoon', 'syncing'])
    assert.ok(during.has(operation), operation)
})

test.run()

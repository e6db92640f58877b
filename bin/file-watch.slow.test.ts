import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { newFolder } from '../server/testing/folder.js'
import { createFileWatch } from './file-watch.js'

const test = suite('file watch', { folder: '', file: '' })

test.before.each(async context => {
  context.folder = newFolder()
  context.file = join(context.folder, 'seed.json')
  await writeFile(context.file, 'first')
})

/** Watches a file; `worked` resolves once the work was done this many times. */
function watched(file: string, work: () => Promise<void> = async () => {}) {
  let count = 0
  let check = () => {}
  const watch = createFileWatch(file, async () => {
    await work()
    count++
    check()
  })
  return {
    ...watch,
    count: () => count,
    worked: (times: number) =>
      new Promise<void>(resolve => {
        check = () => {
          if (count >= times) resolve()
        }
        check()
      }),
  }
}

/** Waits until the watch knows the previous state of the file. */
const begun = () => sleep(400)

test('each time a file is written, replaced, deleted or recreated, the work is done', async ({
  folder,
  file,
}) => {
  const watch = watched(file)
  await begun()

  await writeFile(file, 'second')
  await watch.worked(1)
  await writeFile(join(folder, 'new'), 'third')
  await rename(join(folder, 'new'), file)
  await watch.worked(2)
  await rm(file)
  await watch.worked(3)
  await writeFile(file, 'fourth')
  await watch.worked(4)

  watch.close()
  assert.is(watch.count(), 4)
})

test('while a file is still being written, the work is not done for each write', async ({ file }) => {
  const watch = watched(file)
  await begun()

  for (let count = 0; count < 10; count++) {
    await writeFile(file, `${count}`.repeat(count + 1))
    await sleep(50)
  }
  await watch.worked(1)

  watch.close()
  assert.ok(watch.count() < 10)
})

test('given a change during the work, then it is done again afterwards, and not concurrently', async ({
  file,
}) => {
  let running = 0
  let most = 0
  const watch = watched(file, async () => {
    most = Math.max(most, ++running)
    if (watch.count() === 0) {
      await writeFile(file, 'changed meanwhile')
      await sleep(800)
    }
    running--
  })
  await begun()

  await writeFile(file, 'second')
  await watch.worked(2)

  watch.close()
  assert.is(most, 1)
})

test('given a closed watch, then nothing more is done', async ({ file }) => {
  const watch = watched(file)
  await begun()
  await writeFile(file, 'second')

  watch.close()
  await sleep(500)

  assert.is(watch.count(), 0)
})

test.run()

import { exec } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

const shell = promisify(exec)
const program = fileURLToPath(new URL('./schedkit.js', import.meta.url))

test('100,000 bookings take little memory', async () => {
  const { stdout } = await shell(
    `${process.execPath} --max-old-space-size=64 ${program} fixtures generate --schedules 2 --resources 40 --bookings 100000 --seed 7 | tail -n +1 | grep -c '"resource":'`,
  )

  assert.is(Number(stdout), 100_000)
})

test.run()

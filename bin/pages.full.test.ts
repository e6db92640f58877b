import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { newFolder } from '../server/testing/folder.js'
import { freePort } from '../server/testing/processes.js'
import { program } from './testing/schedkit-process.js'

// Pages whose commands are all run, in their order, in a folder in which schedkit is installed.
const pages: readonly (readonly [page: string, ports: readonly number[], files: readonly string[]])[] = [
  ['AGENTS.md', [4000, 4001], ['openapi.yaml', 'report.json', 'whole.json']],
  ['docs/recipes/certify-a-live-service.md', [4000], ['part1.json', 'part2.json', 'whole.json']],
]

for (const [page, ports, files] of pages) {
  test(`given an empty folder, then every command of ${page} works, one after the other`, async () => {
    const text = await readFile(page, 'utf8')
    const blocks = [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block)
    const folder = newFolder()
    const bin = join(folder, 'node_modules/.bin')
    await mkdir(bin, { recursive: true })
    await chmod(program, 0o755)
    await symlink(program, join(bin, 'schedkit'))
    let script = blocks.join('\n').replaceAll('npx schedkit', 'node_modules/.bin/schedkit')
    // Complete runs have their own tests.
    script = script.replaceAll(/json=(?:report|whole)\.json/g, "$& --only 'LIST-0*'")
    for (const port of ports) {
      assert.ok(script.includes(`:${port}`), `no command uses the port ${port}`)
      script = script.replaceAll(String(port), String(await freePort()))
    }
    const end = "trap 'kill $(jobs -p)' EXIT"
    await writeFile(join(folder, 'page.sh'), `set -euo pipefail\n${end}\n${script}`)

    const { code, output } = await new Promise<{ code: number; output: string }>(resolve =>
      execFile('bash', ['page.sh'], { cwd: folder }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) || 1 : 0, output: stdout + stderr }),
      ),
    )

    assert.ok(blocks.length > 3)
    assert.is(code, 0, output)
    for (const file of files) assert.ok((await readFile(join(folder, file))).length > 1000, file)
  })
}

test.run()

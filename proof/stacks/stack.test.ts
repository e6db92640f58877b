import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { mistakesOf, stacks } from './stack.js'

/** The mistakes that the code of a stack tests for: `wrong('x')`, `makes('x')` or `mistake?('x')`. */
async function askedFor(folder: string): Promise<Set<string>> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const texts = files
    .filter(file => file.isFile())
    .map(file => readFile(join(file.parentPath, file.name), 'utf8'))
  const asked = (await Promise.all(texts)).flatMap(text => [
    ...text.matchAll(/\b(?:wrong|makes|mistake\?)\(\s*["']([a-z0-9-]+)["']/g),
  ])
  return new Set(asked.map(([, name = '']) => name))
}

for (const stack of stacks) {
  test(`every mistake that the code of ${stack.name} can make is in its table, and the other way round`, async () => {
    const listed = [...(await mistakesOf(stack)).keys()]

    assert.equal(listed.sort(), [...(await askedFor(dirname(stack.program)))].sort())
  })
}

test.run()

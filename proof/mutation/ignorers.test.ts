import { existsSync, readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ignoredDeclarations, ignoredFiles } from './ignorers.js'
import { declarationsOf } from './instrument.js'

test('given files and folders without mutants, when they are looked up in the core, then each is there', () => {
  const missing = Object.keys(ignoredFiles).filter(name => !existsSync(`server/core/${name}`))

  assert.equal(missing, [])
})

test('given declarations without mutants, when they are looked up in their files, then each is there', () => {
  const missing = Object.entries(ignoredDeclarations).flatMap(([file, declarations]) => {
    const present = declarationsOf(readFileSync(`server/core/${file}`, 'utf8').split('\n'))
    return Object.keys(declarations).filter(name => !present.includes(name))
  })

  assert.equal(missing, [])
})

test.run()

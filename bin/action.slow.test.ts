import { execFile } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as assert from 'uvu/assert'
import { parse } from 'yaml'
import { command } from './testing/command.js'
import { conformanceSuite, password } from './testing/conformance-suite.js'
import { program } from './testing/schedkit-process.js'

// Runs the steps of action.yml as GitHub does, in bash, with npx replaced by the command of this build.
const test = conformanceSuite('the action for GitHub')

interface Step {
  readonly id?: string
  readonly name: string
  readonly if?: string
  readonly shell: string
  readonly env: Readonly<Record<string, string>>
  readonly run: string
}
interface Action {
  readonly inputs: Readonly<Record<string, { description: string; default?: string }>>
  readonly outputs: Readonly<Record<string, { value: string }>>
  readonly runs: { readonly using: string; readonly steps: readonly Step[] }
}
const action: Action = parse(await readFile('action.yml', 'utf8'))
const { version } = JSON.parse(await readFile('package.json', 'utf8'))

/** Replaces the expressions in a text with their values; throws for one without a value. */
const evaluate = (text: string, values: Readonly<Record<string, string>>) =>
  text.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${name} is neither an input nor an output`)
    return value
  })

/** Runs the steps of the action in a folder. Returns its outputs and summary, and the results of its steps. */
async function runAction(folder: string, given: Record<string, string>) {
  const bin = join(folder, 'bin')
  await mkdir(bin, { recursive: true })
  const shim = `#!/bin/sh\nshift 2\nexec '${process.execPath}' '${program}' "$@"\n`
  await writeFile(join(bin, 'npx'), shim)
  await chmod(join(bin, 'npx'), 0o755)
  const [outputFile, summaryFile] = [join(folder, 'output'), join(folder, 'summary')]
  for (const file of [outputFile, summaryFile]) await writeFile(file, '')

  const values: Record<string, string> = {}
  for (const [name, input] of Object.entries(action.inputs))
    values[`inputs.${name}`] = given[name] ?? input.default ?? ''
  for (const { value } of Object.values(action.outputs)) values[value.slice(4, -3)] = ''
  const codes: Record<string, number> = {}
  let log = ''
  for (const step of action.runs.steps) {
    assert.is(step.shell, 'bash')
    assert.not.match(step.run, /\$\{\{/, 'an expression within a script would run its value as code')
    const env = Object.fromEntries(
      Object.entries(step.env).map(([name, text]) => [name, evaluate(text, values)]),
    )
    const files = { GITHUB_OUTPUT: outputFile, GITHUB_STEP_SUMMARY: summaryFile }
    const path = `${bin}:${process.env.PATH}`
    codes[step.name] = await new Promise(done => {
      const options = { cwd: folder, env: { PATH: path, PASSWORD: password, ...files, ...env } }
      const args = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run]
      execFile('bash', args, options, (error, stdout, stderr) => {
        log += stdout + stderr
        done(error ? Number(error.code) : 0)
      })
    })
    const written = await readFile(outputFile, 'utf8')
    for (const [, name = '', value = ''] of written.matchAll(/^([\w-]+)=(.*)$/gm))
      values[`steps.${step.id ?? 'certify'}.outputs.${name}`] = value
  }
  const outputs = Object.fromEntries(
    Object.entries(action.outputs).map(([name, { value }]) => [name, evaluate(value, values)]),
  )
  return { codes, outputs, log, summary: await readFile(summaryFile, 'utf8') }
}

test('given a target and checks, when they pass, then the job passes, with outputs, reports and a summary', async ({
  target,
  folder,
}) => {
  const given = { target, only: 'AUTH-01 LIMIT-0*', reports: 'reports', options: '--seed 7' }

  const { codes, outputs, log, summary } = await runAction(folder, given)

  assert.equal(codes, { Certify: 0, Summarize: 0, Judge: 0 }, log)
  assert.equal(outputs, { verdict: 'incomplete', 'exit-code': '0', reports: 'reports' })
  assert.match(log, /^::notice title=Conformance%3A incomplete::/m)
  assert.match(summary, /^# .* incomplete: conformance of/)
  const files = ['html', 'json', 'md', 'sarif', 'svg', 'xml'].map(end => `conformance.${end}`)
  assert.equal((await readdir(join(folder, 'reports'))).sort(), files)
  assert.not.match(log + summary, new RegExp(password))
  await rm(join(folder, 'reports'), { recursive: true })
})

test('given an unreachable target or an invalid option, then only the last step fails, with its exit code', async ({
  folder,
}) => {
  // An earlier step has certified something.
  const reports = resolve(folder, 'conformance-report')
  await mkdir(reports)
  await writeFile(join(reports, 'conformance.json'), '{"verdict":"conformant"}')
  await writeFile(join(reports, 'conformance.md'), '# conformant')

  const nowhere = await runAction(folder, { target: resolve(folder, 'nowhere.json') })
  const unknown = await runAction(folder, { options: '--no-such-option $(touch hacked)' })

  assert.equal(nowhere.codes, { Certify: 0, Summarize: 0, Judge: 2 }, nowhere.log)
  assert.equal(unknown.codes, { Certify: 0, Summarize: 0, Judge: 2 }, unknown.log)
  assert.equal([nowhere.outputs.verdict, nowhere.summary], ['', ''])
  assert.not.ok((await readdir(folder)).includes('hacked'))
  assert.equal(await readdir(reports), [])
})

test('the action is a composite action, describes its inputs, and pins this version', () => {
  assert.is(action.runs.using, 'composite')
  for (const [name, { description }] of Object.entries(action.inputs)) assert.ok(description, name)
  assert.is(String(action.inputs.version?.default), version)
  for (const step of action.runs.steps.slice(1)) assert.match(step.if ?? '', /!cancelled\(\)/)
})

test('templates and examples pin this version, and their commands have options that exist', async () => {
  const folders = ['docs/ci', 'docs/examples/tests', 'docs/recipes']
  const files = await Promise.all(
    folders.map(async name => (await readdir(name)).map(file => join(name, file))),
  )
  const { out: help } = await command(['conformance', 'run', '--help'])

  for (const file of files.flat()) {
    const text = await readFile(file, 'utf8')
    const versions = [...text.matchAll(/schedkit@v?(\d[\d.]*\d)|SCHEDKIT_VERSION\W+(\d[\d.]*\d)/g)]
    for (const [, one, other] of versions) assert.is(one ?? other, version, file)
    if (!file.startsWith('docs/ci/')) continue
    assert.ok(versions.length > 0, file)
    for (const [, option = ''] of text.matchAll(/ (--(?!yes)[a-z-]+) /g))
      assert.ok(help.includes(option), option)
    if (file.endsWith('.yml')) assert.ok(parse(text).conformance.script.length > 0)
  }
})

test.run()

import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { conformanceSuite, password } from './testing/conformance-suite.js'
import { execute, isInstalled } from './testing/languages.js'
import { program } from './testing/schedkit-process.js'

// Test files for test runners of other languages, if the runner is installed.
const test = conformanceSuite('examples for test runners')

// The folder of Java libraries in Debian.
const jars = '/usr/share/java'
const junit = `javac -cp '${jars}/*' "$0" && java -cp '.:${jars}/*' org.junit.platform.console.ConsoleLauncher -c ConformanceTest`

const runners: readonly (readonly [file: string, version: readonly string[], run: readonly string[]])[] = [
  ['test_conformance.py', ['python3', '-m', 'pytest', '--version'], ['python3', '-m', 'pytest', '-q']],
  ['conformance_test.go', ['go', 'version'], ['go', 'test', '-v', '-count=1']],
  ['ConformanceTest.php', ['phpunit', '--version'], ['phpunit', '--testdox']],
  [
    'ConformanceTest.java',
    ['sh', '-c', `javac -version && test -e ${jars}/junit-jupiter-engine.jar`],
    ['sh', '-c', junit],
  ],
  ['conformance_spec.rb', ['rspec', '--version'], ['rspec', '--format', 'documentation']],
]

/** By the name of the report that an example reads: adds a failure of the first check. Returns the report and the id. */
const reports = {
  'conformance.json'(text: string) {
    const { checks } = JSON.parse(text)
    assert.ok(checks.some(({ outcome }: { outcome: string }) => outcome === 'skipped'))
    checks[0].outcome = 'failed'
    return { id: String(checks[0].id), failed: JSON.stringify({ checks }) }
  },
  'conformance.xml'(text: string) {
    assert.match(text, '<skipped')
    const [start = '', id = '', end] = /<testcase name="(\S+)[^>]*?(\/?)>/.exec(text) ?? []
    const open = `${start.replace(/\/?>$/, '>')}<failure>wrong</failure>`
    return { id, failed: text.replace(start, end === '' ? open : `${open}</testcase>`) }
  },
}

for (const [file, version, run] of runners) {
  test(`given ${file}, then its runner passes for a right server, and names the check that fails`, async place => {
    if (!(await isInstalled(version))) return
    const folder = join(place.folder, file.replace('.', '-'))
    await mkdir(folder)
    await copyFile(join('docs/examples/tests', file), join(folder, file))
    const options = `--target ${place.target} --only RES-01 --only RES-05 --only BULK-04`
    const kit = `${process.execPath} ${program}`

    const good = await execute([...run, file], {
      cwd: folder,
      env: { SCHEDKIT: kit, PASSWORD: password, OPTIONS: options },
    })

    assert.is(good.code, 0, good.output)
    const name = file.endsWith('.java') ? 'conformance.xml' : 'conformance.json'
    const right = await readFile(join(folder, name), 'utf8')
    await writeFile(join(folder, 'right'), right)
    const { id, failed } = reports[name](right)
    // Stands in for a kit that finds a failure.
    await writeFile(join(folder, 'failed'), failed)
    await writeFile(join(folder, 'kit.sh'), `cp failed ${name}\n`)

    const bad = await execute([...run, file], { cwd: folder, env: { SCHEDKIT: 'sh kit.sh' } })

    assert.is.not(bad.code, 0, bad.output)
    assert.ok(bad.output.includes(id), bad.output)

    // Nor does the report of an earlier run count, or one of a run that ended early.
    await writeFile(join(folder, 'kit.sh'), 'exit 4\n')
    const missing = await execute([...run, file], { cwd: folder, env: { SCHEDKIT: 'sh kit.sh' } })
    assert.is.not(missing.code, 0, missing.output)
    await writeFile(join(folder, 'kit.sh'), `cp right ${name}\nexit 1\n`)
    const ended = await execute([...run, file], { cwd: folder, env: { SCHEDKIT: 'sh kit.sh' } })
    assert.is.not(ended.code, 0, ended.output)
  })
}

test.run()

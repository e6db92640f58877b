/**
 * Runs the recipe for Angular in a project created by `ng new`, in which schedkit is installed: without zone.js, then with it.
 *
 *     node dist/mock/testing/angular.js FOLDER
 *
 * FOLDER must have zone.js in its node_modules, and Angular must support the version of Node.js: see .ci/full.
 */
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { launchChromium, listenTo, requiredChromium } from './chromium.js'
import { serveSite } from './site.js'

const project = resolve(process.argv[2] ?? '.')
const inProject = (path: string) => join(project, path)
const write = (path: string, text: string) => writeFileSync(inProject(path), text)

/** The component that the recipe requires: it lists rooms. */
const component = `import { HttpClient } from '@angular/common/http'
import { Component, inject, signal } from '@angular/core'
import type { ListAnswer, Resource } from 'schedkit/mock'

@Component({
  selector: 'app-root',
  template: '<ul>@for (room of rooms(); track room.id) {<li>{{ room.name }}</li>}</ul><p>{{ problem() }}</p>',
})
export class App {
  protected readonly rooms = signal<readonly Resource[]>([])
  protected readonly problem = signal('')

  constructor() {
    inject(HttpClient)
      .get<ListAnswer<Resource>>('https://api.example.com/v1/schedules/lisbon-studio/resources')
      .subscribe({
        next: ({ data }) => this.rooms.set(data),
        error: ({ status }) => this.problem.set('Status ' + status),
      })
  }
}
`

const config = (isZoned: boolean) => `import { provideHttpClient } from '@angular/common/http'
import { ApplicationConfig, provideZoneChangeDetection } from '@angular/core'
export const appConfig: ApplicationConfig = {
  providers: [provideHttpClient(), ${isZoned ? 'provideZoneChangeDetection()' : ''}],
}
`

async function run(...args: string[]): Promise<string> {
  const env = { ...process.env, CI: 'true', NO_COLOR: '1', NG_CLI_ANALYTICS: 'false' }
  const [program = '', ...rest] = args
  const ran = promisify(execFile)(process.execPath, [inProject(program), ...rest], { cwd: project, env })
  return await ran.then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${args.join(' ')} failed:\n${stdout}${stderr}`)
    },
  )
}

const ng = (...args: string[]) => run('node_modules/@angular/cli/bin/ng.js', ...args)

/** The scripts of a build, by their paths. */
async function buildFor(configuration: string): Promise<Record<string, string>> {
  await ng('build', '--configuration', configuration, '--output-path', `dist/${configuration}`)
  const folder = inProject(`dist/${configuration}/browser`)
  const names = (await readdir(folder)).filter(name => /\.(?:js|css|html)$/.test(name))
  const texts = names.map(async name => [`/${name}`, await readFile(join(folder, name), 'utf8')] as const)
  return Object.fromEntries(await Promise.all(texts))
}

async function isListedInPage(isZoned: boolean): Promise<void> {
  const files = await buildFor('development')
  const site = await serveSite(files, '/index.html')
  const browser = await launchChromium(requiredChromium())
  try {
    const page = await browser.newPage()
    const heard = listenTo(page)
    await page.goto(site.url)
    await page.getByText('Tejo').waitFor({ timeout: 60_000 })
    if ((await page.evaluate('typeof Zone')) !== (isZoned ? 'function' : 'undefined'))
      throw new Error(`The page is ${isZoned ? 'not ' : ''}one with zone.js.`)
    if (heard.errors.length > 0) throw new Error(heard.errors.join('\n'))
  } finally {
    await browser.close()
    await site.close()
  }
}

async function isAbsentFromProduction(): Promise<void> {
  const texts = Object.values(await buildFor('production'))
  if (texts.length === 0 || texts.some(text => text.includes('schedkit')))
    throw new Error('The build for production contains the mock.')
}

/** Writes the files of the recipe, and the project around them. */
function prepare(isZoned: boolean): void {
  const page = readFileSync(inProject('node_modules/schedkit/docs/recipes/angular.md'), 'utf8')
  for (const [, text = '', path = ''] of page.matchAll(/^```ts\n(\/\/ (\S+)\n.*?)^```$/gms)) write(path, text)
  write('src/app/app.ts', component)
  write('src/app/app.config.ts', config(isZoned))
  const settings = JSON.parse(readFileSync(inProject('angular.json'), 'utf8'))
  for (const { architect } of Object.values<{ architect: { build: { options: object } } }>(settings.projects))
    Object.assign(architect.build.options, { polyfills: isZoned ? ['zone.js'] : [] })
  write('angular.json', JSON.stringify(settings))
}

await run('node_modules/schedkit/dist/node/schedkit.js', 'mock', '--init', 'public')
let [passed, failed] = [0, 0]
for (const isZoned of [false, true]) {
  prepare(isZoned)
  for (const [what, work] of [
    ['the tests', () => ng('test', '--no-watch')],
    ['the page during development', () => isListedInPage(isZoned)],
    ['the build for production', isAbsentFromProduction],
  ] as const) {
    const problem = await work().then(
      () => '',
      error => `${error.message}\n`,
    )
    if (problem === '') passed++
    else failed++
    const name = `Angular ${isZoned ? 'with' : 'without'} zone.js: ${what}`
    process.stdout.write(`${problem === '' ? 'ok    ' : 'FAILED'} ${name}\n${problem}`)
  }
}
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 ? 1 : 0

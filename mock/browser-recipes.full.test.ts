import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Plugin } from 'esbuild'
import type { BrowserContext, Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { newFolder } from '../server/testing/folder.js'
import { freePort } from '../server/testing/processes.js'
import { bundle } from './testing/bundle.js'
import { browserSuite, listenTo } from './testing/chromium.js'
import type { runTests } from './testing/playwright-test.js'
import { readPages } from './testing/read-pages.js'
import { sharesOf } from './testing/shares.js'
import { type Site, serveSite, workerFile } from './testing/site.js'
import { application } from './testing/tool-files.js'

const run = promisify(execFile)
const test = browserSuite('recipes for browsers')

// Read from the root of the repository, because the build does not copy the pages.
const { browsers } = await readPages(process.env.SCHEDKIT_RECIPES)
const blocks = [...browsers.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
  language,
  text,
}))

/** Returns the snippet whose first line names a file. */
function fileOf(name: string): string {
  return blocks.find(({ text }) => text.startsWith(`// ${name}\n`))?.text ?? assert.unreachable(name) ?? ''
}

/** Returns the only snippet in a language that contains a text. */
function snippetWith(language: string, part: string): string {
  const found = blocks.filter(block => block.language === language && block.text.includes(part))
  assert.is(found.length, 1, `${language}: ${part}`)
  return found[0]?.text ?? ''
}

const api = 'https://api.example.com'
const program = fileURLToPath(new URL('../node/schedkit.js', import.meta.url))

/** Stubs of frameworks, which put a component on the page. */
const frameworks = {
  'react-dom/client': 'export const createRoot = root => ({ render: node => root.append(node) })',
  'react/jsx-runtime': 'export const jsx = (type, props) => type(props)',
  vue: `export const createApp = component => ({
    mount: selector => document.querySelector(selector).append(component()),
  })`,
}

/** Provides virtual files, by import path. */
function virtual(files: Record<string, string>): Plugin {
  return {
    name: 'virtual',
    setup({ onResolve, onLoad, initialOptions }) {
      onResolve({ filter: /.*/ }, ({ path }) =>
        path in files ? { path, namespace: 'virtual', sideEffects: true } : undefined,
      )
      onLoad({ filter: /.*/, namespace: 'virtual' }, ({ path }) => ({
        contents: files[path] ?? '',
        loader: 'tsx',
        resolveDir: initialOptions.outdir ?? '',
      }))
    },
  }
}

/** Builds an application as Vite does, for development or production. */
const buildApplication = (
  entry: string,
  { dev, calling = api, more = '' }: { dev: boolean; calling?: string; more?: string },
) =>
  bundle(`import './${entry}'`, {
    minify: !dev,
    jsx: 'automatic',
    define: { 'import.meta.env.DEV': String(dev), 'import.meta.env.BASE_URL': '"/"' },
    plugins: [
      virtual({
        ...frameworks,
        [`./${entry}`]: fileOf(`src/${entry}`),
        './mock': more + fileOf('src/mock.ts'),
        './App': application(calling),
        './App.vue': application(calling),
      }),
    ],
  })

const html =
  '<!doctype html><link rel="icon" href="data:,"><div id="root"></div><div id="app"></div><script type="module" src="/main.js"></script>'

const serveProgram = (text: string, folder: string): Promise<Site> =>
  serveSite({ [folder]: html, '/main.js': text, [`${folder}mockServiceWorker.js`]: workerFile })

async function withPage(
  context: BrowserContext,
  text: string,
  work: (page: Page, site: Site) => Promise<void>,
  folder = '/',
): Promise<void> {
  const site = await serveProgram(text, folder)
  const page = await context.newPage()
  try {
    await page.goto(site.url + folder)
    await work(page, site)
  } finally {
    await page.close()
    await site.close()
  }
}

// The preview in tsx is only run in Storybook: see recipes.ts.
test('every snippet for browsers is run by a test here', () => {
  const names = blocks.map(({ language, text }) => /^\/\/ (\S+)\n/.exec(text)?.[1] ?? language)

  assert.equal(names, [
    'sh',
    'js',
    'sh',
    'src/mock.ts',
    'src/main.tsx',
    'src/main.ts',
    'ts',
    'sh',
    'sh',
    'html',
    'sh',
    '.storybook/preview.ts',
    'src/Rooms.stories.ts',
    '.storybook/preview.tsx',
    'sh',
    'tests/routes.spec.ts',
    'playwright.config.ts',
    'e2e/rooms.spec.ts',
  ])
})

test("the commands put the worker's file into the folder of the pages", async () => {
  const commands = [...browsers.matchAll(/^npx schedkit (mock --init (.*))$/gm)]

  assert.ok(commands.length > 2)
  for (const [, command = '', pages = ''] of commands) {
    const folder = newFolder()
    await mkdir(join(folder, pages), { recursive: true })
    await run(process.execPath, [program, ...command.split(' ')], { cwd: folder })
    assert.is(await readFile(join(folder, pages, 'mockServiceWorker.js'), 'utf8'), workerFile)
  }
})

for (const entry of ['main.tsx', 'main.ts']) {
  test(`src/${entry} in development lists the mock's data, and controls it from the console`, async ({
    context,
  }) => {
    const { text } = await buildApplication(entry, { dev: true })

    await withPage(context, text, async page => {
      const heard = listenTo(page)
      await page.getByText('Tejo').waitFor()
      assert.is(await page.locator('li').count(), 5)
      for (const line of snippetWith('js', 'mock.reset()').trim().split('\n')) await page.evaluate(line)
      assert.is(await page.evaluate('mock.requests.length'), 0)
      assert.equal(heard.errors, [])
    })
  })

  test(`src/${entry} built for production contains nothing of the mock, and the check of the build says so`, async () => {
    const check = snippetWith('sh', 'grep').split('\n').slice(1).join('\n')
    const passes = async (text: string) => {
      const folder = newFolder()
      await mkdir(join(folder, 'dist'))
      await writeFile(join(folder, 'dist', 'main.js'), text)
      return run('sh', ['-c', check], { cwd: folder }).then(
        () => true,
        () => false,
      )
    }
    const [production, development] = await Promise.all([
      buildApplication(entry, { dev: false }),
      buildApplication(entry, { dev: true }),
    ])

    const shares = sharesOf(production.metafile)

    assert.equal(
      shares.map(([name]) => name),
      ['the program itself'],
    )
    assert.ok(production.text.length < 2_000, `${production.text.length} bytes`)
    assert.is(await passes(production.text), true)
    assert.is(await passes(development.text), false)
  })
}

test('src/mock.ts with the panel shows it in development', async ({ context }) => {
  const more = snippetWith('ts', 'schedkit/mock/panel')
  const { text } = await buildApplication('main.ts', { dev: true, more })

  await withPage(context, text, async page => {
    await page.getByRole('button', { name: 'schedkit' }).click()
    await page
      .getByRole('complementary', { name: 'schedkit' })
      .getByRole('heading', { name: 'Tejo' })
      .waitFor()
  })
})

/** Returns the modules of a folder for a static file server. */
async function modulesIn(folder: string, path: string): Promise<[path: string, text: string][]> {
  const names = (await readdir(folder, { recursive: true })).filter(name => name.endsWith('.js'))
  return Promise.all(
    names.map(
      async (name): Promise<[string, string]> => [
        `${path}/${name}`,
        await readFile(join(folder, name), 'utf8'),
      ],
    ),
  )
}

test('a page without a bundler loads the mock and its data from node_modules', async ({ context }) => {
  const main = `${application(api)}
    import { createClient } from 'schedkit/client'
    document.body.append(App(), typeof createClient)`
  const modules = await Promise.all([
    ...['client', 'fixtures', 'mock', 'server'].map(name =>
      modulesIn(`dist/${name}`, `/node_modules/schedkit/dist/${name}`),
    ),
    ...['json-schema-faker/dist', 'zod', 'luxon/src'].map(name =>
      modulesIn(`node_modules/${name}`, `/node_modules/${name}`),
    ),
  ])
  // The package contains these, and imports them by their paths.
  const imports = { zod: '/node_modules/zod/index.js', luxon: '/node_modules/luxon/src/luxon.js' }
  const carried = `<script type="importmap">${JSON.stringify({ imports })}</script>`
  const site = await serveSite({
    '/': `<!doctype html><link rel="icon" href="data:,"><body></body>${carried}${snippetWith('html', 'importmap')}`,
    '/main.js': main,
    '/mockServiceWorker.js': workerFile,
    ...Object.fromEntries(modules.flat()),
  })
  const page = await context.newPage()
  const heard = listenTo(page)
  try {
    await page.goto(site.url)

    await page.getByText('Tejo').waitFor()
    await page.getByText('function').waitFor()
    assert.equal(heard.errors, [])
  } finally {
    await page.close()
    await site.close()
  }
})

test('the data that src/mock.ts keeps are restored after a reload', async ({ context }) => {
  const { text } = await buildApplication('main.ts', { dev: true })

  await withPage(context, text, async page => {
    await page.getByText('Tejo').waitFor()
    await page.evaluate(
      'void mock.db.resource.update({ where: { name: { equals: "Tejo" } }, data: { name: "Sado" } })',
    )
    await page.reload()
    await page.getByText('Sado').waitFor()
  })
})

test('the stories start with the seed, at the same time, logged in, and each with its own settings, in any folder', async ({
  context,
}) => {
  // Does what Storybook does with a preview and a file of stories, for one story after another.
  const storybook = `
    import preview from './preview'
    import * as stories from './stories'
    const { default: _, ...each } = stories
    globalThis.show = async name => {
      const { parameters = {} } = each[name]
      for (const load of preview.loaders) await load({ parameters })
      const begin = performance.now()
      const response = await fetch('${api}/v1/schedules/lisbon-studio/resources')
      const { data } = await response.json()
      return {
        status: response.status,
        names: (data ?? []).map(({ name }) => name),
        date: data?.[0].created_at ?? '',
        slow: performance.now() - begin > 990,
      }
    }
    globalThis.shown = true
  `
  const { text } = await bundle(storybook, {
    plugins: [
      virtual({
        './preview': fileOf('.storybook/preview.ts'),
        './stories': fileOf('src/Rooms.stories.ts'),
        './Rooms': 'export const Rooms = () => {}',
      }),
    ],
  })

  await withPage(
    context,
    text,
    async page => {
      await page.waitForFunction('globalThis.shown')
      const show = (name: string) => page.evaluate<{ names: string[] }>(`show('${name}')`)
      const full = await show('Full')
      const down = await show('Down')
      const slow = await show('Slow')

      const date = '2026-11-23T09:00:00.000Z'
      assert.is(full.names[0], 'Tejo')
      assert.equal(full, { status: 200, names: full.names, date, slow: false })
      assert.equal(down, { status: 503, names: [], date: '', slow: false })
      assert.equal(slow, { ...full, slow: true })
      assert.equal(await show('Full'), full)
    },
    '/sub/',
  )
})

/** Runs a Playwright test file like a worker, on pages of a site, in an open browser. */
async function runSpec(text: string, opened: Page, site: Site, parallelIndex = 0): Promise<string[]> {
  const shim = fileURLToPath(new URL('./testing/playwright-test.js', import.meta.url))
  const built = await bundle(`${text}\nexport { runTests } from '@playwright/test'`, {
    platform: 'node',
    alias: { '@playwright/test': shim },
  })
  const path = join(newFolder(), 'spec.mjs')
  await writeFile(path, built.text)
  const spec: { runTests: typeof runTests } = await import(path)
  const browser = opened.context().browser() ?? assert.unreachable()
  const context = await browser?.newContext({ baseURL: site.url })
  const page = await context?.newPage()
  if (!context || !page) return []
  const titles = await spec.runTests({ page, context }, { parallelIndex })
  await context.close()
  return titles
}

test('the Playwright test without a mock in the page controls its own', async ({ context }) => {
  const { text } = await buildApplication('main.ts', { dev: false })

  await withPage(context, text, async (opened, site) => {
    const titles = await runSpec(fileOf('tests/routes.spec.ts'), opened, site)
    assert.equal(titles, ['a service that is down is reported'])
  })
})

/** Waits like Playwright until the URL responds with a status that shows that the server is running. */
async function untilAnswered(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const status = await fetch(url).then(
      response => response.status,
      () => 0,
    )
    if (status >= 200 && status <= 403) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error(`The command ended with ${child.exitCode}.`)
}

test('the Playwright configuration starts the mock in addition to a production build, and its tests control it', async ({
  context,
}) => {
  const port = await freePort()
  const { text } = await buildApplication('main.ts', { dev: false, calling: `http://127.0.0.1:${port}` })

  await withPage(context, text, async (opened, site) => {
    const here = (snippet: string) =>
      snippet.replaceAll('4010', String(port)).replaceAll('http://localhost:4173', site.url)
    const { text: config } = await bundle(here(fileOf('playwright.config.ts')), {
      plugins: [virtual({ '@playwright/test': 'export const defineConfig = config => config' })],
    })
    const {
      default: {
        webServer: [{ command, url }],
      },
    } = await import(`data:text/javascript,${encodeURIComponent(config)}`)
    assert.match(command, /^npx schedkit /)
    const child = spawn(process.execPath, [program, ...command.split(' ').slice(2)], { stdio: 'ignore' })
    try {
      await untilAnswered(url, child)
      await opened.goto(site.url)
      await opened.getByText('Tejo').waitFor()
      const spec = here(fileOf('e2e/rooms.spec.ts'))
      const workers = await Promise.all([0, 1, 2].map(index => runSpec(spec, opened, site, index)))
      assert.equal(workers, Array(3).fill(['a service that is down is reported']))
      const headers = { authorization: 'Bearer e2e' }
      const answer = await fetch(`http://127.0.0.1:${port}/_control/sessions`, { headers })
      const { data } = (await answer.json()) as { data: { id: string }[] }
      assert.equal(data.map(({ id }) => id).sort(), ['worker-0', 'worker-1', 'worker-2'])
    } finally {
      child.kill()
    }
  })
})

test.run()

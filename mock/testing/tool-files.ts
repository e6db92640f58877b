import { workerFile } from './site.js'

/** The component that browser recipes show: it lists rooms, without a framework. */
export const application = (api: string): string => `
  export function App() {
    const main = document.createElement('main')
    main.innerHTML = '<ul></ul><p role="alert"></p><button>Reload</button>'
    const load = async () => {
      const response = await fetch('${api}/v1/schedules/lisbon-studio/resources', {
        headers: { authorization: 'Basic ' + btoa('mira@ribeira.example:mira-demo') },
      })
      const { data = [], error } = await response.json()
      main.querySelector('ul').innerHTML = data.map(({ name }) => '<li>' + name + '</li>').join('')
      main.querySelector('[role=alert]').textContent = error ? response.status + ' ' + error.message : ''
    }
    main.querySelector('button').onclick = load
    load()
    return main
  }
  export default App
`

const pageCalling = (api: string) => `<!doctype html><link rel="icon" href="data:,"><script type="module">
  ${application(api)}
  document.body.append(App())
</script>`

/** The usual Jest setup: Babel compiles the tests to CommonJS. */
export const babelFiles = {
  'package.json': '{"type":"commonjs"}',
  'babel.config.js': `module.exports = {
    presets: [['@babel/preset-env', { targets: { node: 'current' } }], ['@babel/preset-react', { runtime: 'automatic' }]],
  }`,
}

const launchOptions = `launchOptions: { executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] },`

/** Playwright's own runner, with the Chromium of this machine and a site that has no mock. */
export const playwrightFiles = {
  'playwright.config.js': `export default {
    globalSetup: './site.js',
    use: { baseURL: process.env.SITE, ${launchOptions} },
  }`,
  'site.js': `import { createServer } from 'node:http'
  export default async () => {
    const page = ${JSON.stringify(pageCalling('https://api.example.com'))}
    const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page))
    await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
    process.env.SITE = 'http://127.0.0.1:' + server.address().port
    return () => server.close()
  }`,
}

/** Playwright with the servers of its documented configuration: the mock, and a site instead of a built one. */
export const playwrightServerFiles = (config: string) => ({
  'playwright.config.ts': config
    .replace('npm run build && npm run preview', 'node site.js')
    .replace('use: {', `use: { ${launchOptions}`),
  'site.js': `import { createServer } from 'node:http'
  const page = ${JSON.stringify(pageCalling('http://127.0.0.1:4010'))}
  createServer((_, response) => response.setHeader('content-type', 'text/html').end(page)).listen(4173)`,
})

/** A Storybook with a component that lists rooms. */
export const storybookFiles = {
  '.storybook/main.ts': `export default {
    framework: '@storybook/react-vite',
    stories: ['../src/*.stories.ts'],
    addons: ['@storybook/addon-docs'],
    staticDirs: ['../public'],
    core: { disableTelemetry: true },
  }`,
  'public/mockServiceWorker.js': workerFile,
  'src/ApiUrl.ts': `import { createContext } from 'react'
  export const ApiUrl = createContext('https://api.example.com')`,
  'src/Rooms.tsx': `import { useContext, useEffect, useState } from 'react'
  import { ApiUrl } from './ApiUrl'
  export function Rooms() {
    const [text, setText] = useState('Loading')
    const url = useContext(ApiUrl)
    useEffect(() => {
      fetch(url + '/v1/schedules/lisbon-studio/resources').then(async response => {
        const { data } = await response.json()
        setText(data ? data.length + ' rooms' : 'Status ' + response.status)
      })
    }, [])
    return <p className="rooms">{text}</p>
  }`,
}

const entryPoints = [
  ...['client', 'fixtures', 'mock', 'mock/node', 'mock/browser'],
  ...['server', 'conformance', 'openapi', 'schemas'],
]

/** A strict project that imports every entry point, and checks their declarations too. */
export const typescriptFiles = {
  'entry-points.ts': entryPoints
    .map(name => `export * as ${name.replace('/', '_')} from 'schedkit/${name}'\n`)
    .join(''),
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      ...{ strict: true, noEmit: true, skipLibCheck: false, types: [] },
      ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
      ...{ target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], module: 'nodenext' },
    },
  }),
}

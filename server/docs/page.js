/*
 * The docs page: Swagger UI in the reader's preferred colours, with a choice of accounts, and with what its markup lacks for
 * keyboards and screen readers. It only requests files of this server.
 */

const dark = matchMedia('(prefers-color-scheme: dark)')
const choose = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
choose()
dark.addEventListener('change', choose)

/** The URL of the service, without a trailing slash: that of this page, so that it can send requests there. */
const server = new URL('.', location.href).href.replace(/\/$/, '')

const json = async path => (await fetch(path)).json()
const [description, demo] = await Promise.all([json('openapi.json'), json('docs/demo.json')])

// Otherwise, an operation opened by a link would be shown before the references of its parameters are resolved.
const { parameters: shared } = description.components
if (demo.scheduleId !== undefined) shared.scheduleId.example = demo.scheduleId
const follow = ({ $ref, ...own }) => ($ref === undefined ? own : shared[$ref.split('/').at(-1)])
for (const path of Object.values(description.paths)) {
  for (const part of [path, ...Object.values(path)]) {
    if (part.parameters) part.parameters = part.parameters.map(follow)
  }
}

/** A choice of one server is useless, and a button must not contain a link. */
const simpler = ({ React }) => ({
  components: {
    ServersContainer: () => null,
    DeepLink: ({ text }) => React.createElement('span', null, text),
  },
})

const ui = SwaggerUIBundle({
  spec: { ...description, servers: [{ url: server }] },
  domNode: document.querySelector('#api'),
  plugins: [simpler],
  deepLinking: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  syntaxHighlight: { theme: 'obsidian' },
  // Otherwise, browsers show their own login dialog if nobody is logged in.
  requestInterceptor: request => ({ ...request, credentials: 'omit' }),
})

/** Heading levels, because Swagger UI skips some. */
const levels = { h3: '2', h4: '3', h5: '4', h6: '3' }

function completeMarkup() {
  for (const field of document.querySelectorAll('#api .parameters-container :is(select, input, textarea)')) {
    field.ariaLabel ??= field.closest('tr')?.dataset.paramName ?? null
  }
  for (const body of document.querySelectorAll('#api .body-param__text')) body.ariaLabel ??= 'Request body'
  for (const choice of document.querySelectorAll('#api .examples-select-element'))
    choice.ariaLabel ??= 'Example'
  for (const button of document.querySelectorAll('#api .close-modal')) button.ariaLabel = 'Close'
  // Their labels differ from their visible text.
  for (const button of document.querySelectorAll('#api .modal-btn')) button.ariaLabel = null
  for (const text of document.querySelectorAll('pre:not([tabindex])')) text.tabIndex = 0
  for (const info of document.querySelectorAll('#api .information-container')) {
    info.role = 'region'
    info.ariaLabel = 'About this service'
  }
  for (const heading of document.querySelectorAll('#api :is(h3, h4, h5, h6)'))
    heading.ariaLevel = levels[heading.localName]
  // There are many responses, and Swagger UI makes each of their tables a landmark with the same name.
  for (const table of document.querySelectorAll('#api table[role=region]')) table.removeAttribute('role')
  for (const dialog of document.querySelectorAll('#api .modal-ux')) {
    dialog.role = 'dialog'
    dialog.ariaModal = 'true'
    dialog.ariaLabel = 'Authorizations'
  }
}
new MutationObserver(completeMarkup).observe(document.querySelector('#api'), {
  childList: true,
  subtree: true,
})

const header = document.querySelector('header')
const select = header.querySelector('select')
function logIn() {
  const account = demo.accounts.find(({ email }) => email === select.value)
  if (account) ui.preauthorizeBasic('basic', account.email, account.password)
  else ui.authActions.logout(['basic'])
}
for (const { email, note } of demo.accounts)
  select.append(new Option(note ? `${email}, ${note}` : email, email))
if (demo.accounts.length > 0) {
  header.hidden = false
  select.value = demo.accounts[0].email
  logIn()
}
select.addEventListener('change', logIn)

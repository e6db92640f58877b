/*
 * The docs page: Swagger UI, a choice of accounts, and what its markup lacks for keyboards and screen readers. It asks
 * for nothing but files of this server.
 */

/** The URL of the service, without a slash at the end: that of this page, so that it can send requests there. */
const server = new URL('.', location.href).href.replace(/\/$/, '')

const json = async path => (await fetch(path)).json()
const [description, demo] = await Promise.all([json('openapi.json'), json('docs/demo.json')])

for (const { parameters = [] } of Object.values(description.paths)) {
  for (const parameter of parameters) if (parameter.name === 'scheduleId') parameter.example = demo.scheduleId
}

/** A list of one server to choose from says nothing, and a button must not contain a link. */
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
  // Otherwise browsers show a login dialog of their own where nobody is logged in.
  requestInterceptor: request => ({ ...request, credentials: 'omit' }),
})

function completeMarkup() {
  for (const field of document.querySelectorAll('#api .parameters-container :is(select, input, textarea)')) {
    field.ariaLabel ??= field.closest('tr')?.dataset.paramName ?? null
  }
  for (const body of document.querySelectorAll('#api .body-param__text')) body.ariaLabel ??= 'Request body'
  for (const choice of document.querySelectorAll('#api .examples-select-element'))
    choice.ariaLabel ??= 'Example'
  for (const button of document.querySelectorAll('#api .close-modal')) button.ariaLabel = 'Close'
  // Their labels are other words than those on them.
  for (const button of document.querySelectorAll('#api .modal-btn')) button.ariaLabel = null
  for (const text of document.querySelectorAll('pre:not([tabindex])')) text.tabIndex = 0
}
new MutationObserver(completeMarkup).observe(document.querySelector('#api'), {
  childList: true,
  subtree: true,
})

const header = document.querySelector('header')
const select = header.querySelector('select')
header.hidden = demo.accounts.length === 0
for (const { email, note } of demo.accounts)
  select.append(new Option(note ? `${email}, ${note}` : email, email))
select.addEventListener('change', () => {
  const account = demo.accounts.find(({ email }) => email === select.value)
  if (account) ui.preauthorizeBasic('basic', account.email, account.password)
  else ui.authActions.logout(['basic'])
})

/** The script of the page: search, filters, copying, and expanding details for print and links. */
export const script = `
const root = document.documentElement
root.classList.add('js')
const form = document.querySelector('.filters')
const rules = [...document.querySelectorAll('.rule')]
const areas = [...document.querySelectorAll('.area-rules')]
const texts = new Map()

function textOf(rule) {
  if (!texts.has(rule)) texts.set(rule, rule.textContent.toLowerCase())
  return texts.get(rule)
}

function filter() {
  const data = new FormData(form)
  const words = String(data.get('words')).toLowerCase().split(/\\s+/).filter(Boolean)
  const outcomes = new Set(data.getAll('outcome'))
  const levels = new Set(data.getAll('level'))
  let shown = 0
  for (const rule of rules) {
    const fits =
      outcomes.has(rule.dataset.outcome) &&
      levels.has(rule.dataset.level) &&
      words.every(word => textOf(rule).includes(word))
    rule.hidden = !fits
    if (fits) shown += 1
  }
  for (const area of areas) area.hidden = !area.querySelector('.rule:not([hidden])')
  form.querySelector('output').textContent = shown + ' of ' + rules.length + ' rules'
}

function expandTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!target) return
  if (form && target.closest('[hidden]')) {
    form.reset()
    filter()
  }
  if (target.matches('.check')) for (const each of target.querySelectorAll('.evidence')) each.open = true
  target.scrollIntoView()
}

async function copy(button) {
  const text = button.parentElement.querySelector('pre').textContent
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    const range = document.createRange()
    range.selectNodeContents(button.parentElement.querySelector('pre'))
    getSelection().removeAllRanges()
    getSelection().addRange(range)
    document.execCommand('copy')
  }
  button.textContent = 'Copied'
  setTimeout(() => { button.textContent = 'Copy' }, 2000)
}

if (form) {
  form.addEventListener('input', filter)
  form.addEventListener('submit', event => event.preventDefault())
  form.addEventListener('reset', () => setTimeout(filter))
}
document.addEventListener('click', event => {
  const button = event.target.closest('.copy')
  if (button) copy(button)
})
addEventListener('hashchange', expandTarget)
const collapsed = []
addEventListener('beforeprint', () => {
  for (const each of document.querySelectorAll('details:not([open])')) {
    each.open = true
    collapsed.push(each)
  }
})
addEventListener('afterprint', () => {
  for (const each of collapsed.splice(0)) each.open = false
})
expandTarget()
`

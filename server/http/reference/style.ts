/** The style of the API reference, which is part of its page: the page is one file. */
export const style = `
:root { color-scheme: light dark; --page: #fff; --text: #1d1f24; --dim: #565b66; --line: #d9dce3; --soft: #f4f5f7; --link: #1c5d9f }
@media (prefers-color-scheme: dark) { :root { --page: #17191d; --text: #e4e6eb; --dim: #a8adb8; --line: #3a3e47; --soft: #23262c; --link: #8cc0f5 } }
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--page); overflow-wrap: break-word }
a { color: var(--link) }
nav, main { padding: 1rem 1.5rem }
h2 { margin: 3rem 0 .5rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line) }
nav h2 { margin: 1.2rem 0 .3rem; font-size: 1rem }
nav ul { margin: 0; padding: 0; list-style: none }
nav li { margin: .15rem 0; font-size: .9rem }
main { max-width: 62rem }
h1 { margin: 0 0 .5rem }
h3 { margin: 2.5rem 0 .3rem }
h4 { margin: 1.2rem 0 .3rem }
.target { margin: .3rem 0; padding: .4rem .7rem; border-radius: .4rem; background: var(--soft) }
code, pre { font: .92em ui-monospace, monospace }
table { width: 100%; margin: .5rem 0 1rem; border-collapse: collapse; font-size: .92rem }
th, td { padding: .35rem .6rem .35rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
th { font-weight: 600 }
thead th { color: var(--dim) }
pre { margin: .5rem 0; padding: .7rem; border-radius: .4rem; background: var(--soft); white-space: pre-wrap }
summary { cursor: pointer; padding: .2rem 0 }
.dim { color: var(--dim) }
@media (min-width: 62rem) {
  body { display: grid; grid-template-columns: 19rem 1fr }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; border-right: 1px solid var(--line) }
}
@media (max-width: 40rem) {
  thead { display: none }
  table, tbody, tr, th, td { display: block; padding: 0; border: 0 }
  tr { padding: .5rem 0; border-bottom: 1px solid var(--line) }
}
`

/** The style of the page: light and dark, for screen and print. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #fff; --raised: #f6f8fa; --ink: #1f2328; --quiet: #59636e; --line: #d1d9e0; --link: #0550ae;
  --passed: #1a7f37; --failed: #c62828; --warned: #9a6700; --observed: #0969da;
  --error: #8250df; --blocked: #6639ba; --skipped: #57606a; --on: #fff;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #0d1117; --raised: #161b22; --ink: #e6edf3; --quiet: #9da7b3; --line: #3d444d; --link: #79b8ff;
    --passed: #56d364; --failed: #ff8a80; --warned: #e3b341; --observed: #79c0ff;
    --error: #d2a8ff; --blocked: #bf9bff; --skipped: #b1bac4; --on: #0d1117;
  }
}
* { box-sizing: border-box }
html { scroll-behavior: smooth; scroll-padding-top: 1rem }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto } }
body { margin: 0 auto; padding: 1.5rem; max-width: 72rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; overflow-wrap: anywhere }
h1, h2, h3, h4, p, ul, dl { margin: 0 }
h1 { font-size: 2.4rem; line-height: 1.2 }
h2 { font-size: 1.4rem; margin: 2.5rem 0 .75rem }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .5rem }
h4 { font-size: 1rem }
a { color: var(--link) }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
code, pre, .url { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, monospace; font-size: .875em }
pre { margin: .25rem 0; padding: .6rem .75rem; max-height: 24rem; overflow: auto; white-space: pre-wrap;
  background: var(--raised); border: 1px solid var(--line); border-radius: 6px }
small, .where, .about, .sum, .cut { color: var(--quiet) }
[hidden] { display: none !important }
.jump { position: absolute; left: -100rem }
.jump:focus { left: 1rem; top: .5rem; padding: .5rem 1rem; background: var(--ground) }
.verdict { margin: .75rem 0 1.25rem; padding: 1.25rem 1.5rem; border: 1px solid var(--line);
  border-left: .75rem solid var(--tone); border-radius: 8px; background: var(--raised) }
.verdict h1 { color: var(--tone) }
.reasons { margin-top: .75rem; padding-left: 1.25rem }
.passed { --tone: var(--passed) } .failed { --tone: var(--failed) } .warned { --tone: var(--warned) }
.observed { --tone: var(--observed) } .error { --tone: var(--error) } .blocked { --tone: var(--blocked) }
.skipped { --tone: var(--skipped) } .not-implemented { --tone: var(--warned) } .not-selected, .not-exercised { --tone: var(--quiet) }
.counts { display: flex; flex-wrap: wrap; gap: .5rem; margin-bottom: .75rem }
.counts div { flex: 1 1 6.5rem; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: 6px }
.counts dt { color: var(--tone); font-size: .9rem }
.counts dd { margin: 0; font-size: 1.5rem; font-variant-numeric: tabular-nums }
.mark { color: var(--tone); font-weight: 600; white-space: nowrap; margin-right: .35rem }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1rem }
.map { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: 0 2rem }
.tiles { display: flex; flex-wrap: wrap; gap: 4px; padding: 0; list-style: none }
.tile { display: grid; place-items: center; width: 1.75rem; height: 1.75rem; border-radius: 4px;
  background: var(--tone); border: 1px solid var(--tone); color: var(--on); font-weight: 700; text-decoration: none }
.tile:hover { filter: brightness(1.15) }
.tile.not-selected, .tile.not-exercised { background: none; color: var(--tone); border-style: dashed }
.tile.skipped, .tile.blocked, .tile.not-implemented { background: none; color: var(--tone) }
.operations { display: block; overflow-x: auto }
.operations th { font-weight: 400 }
.findings { padding: 0; list-style: none }
.findings li { padding: .3rem 0; border-bottom: 1px solid var(--line) }
.filters { display: none }
.js .filters { display: grid; gap: .5rem; padding: .75rem 1rem; background: var(--raised);
  border: 1px solid var(--line); border-radius: 8px }
.words { display: flex; gap: .5rem; align-items: center }
.words input { flex: 1; min-width: 0; padding: .35rem .5rem; font: inherit }
fieldset { display: flex; flex-wrap: wrap; gap: .1rem 1rem; margin: 0; padding: 0; border: 0 }
legend { float: left; min-width: 5rem; padding: 0; font-weight: 600 }
button { font: inherit; padding: .2rem .7rem; color: var(--ink); background: var(--ground);
  border: 1px solid var(--line); border-radius: 6px; cursor: pointer }
.rule { margin: .5rem 0; padding: .75rem 1rem; border: 1px solid var(--line);
  border-left: .3rem solid var(--tone); border-radius: 6px }
.rule:target, .check:target { outline: 2px solid var(--link); outline-offset: 2px }
.level { font-weight: 600 }
.checks { margin-top: .5rem; padding: 0; list-style: none; font-size: .95rem }
.check { padding: .25rem 0 }
.reason { padding-left: 1.25rem; color: var(--quiet) }
details { margin: .25rem 0 .25rem 1.25rem }
summary { cursor: pointer }
.difference { display: grid; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); gap: .75rem; margin: .5rem 0 }
.difference dd { margin: 0 }
.expected dt { color: var(--passed); font-weight: 600 }
.actual dt { color: var(--failed); font-weight: 600 }
.exchange { margin: .75rem 0; padding-left: .75rem; border-left: 2px solid var(--line) }
.as { padding: 0 .4rem; border: 1px solid var(--line); border-radius: 4px; font-size: .85em }
.script { position: relative; margin: .75rem 0 }
.copy { display: none }
.js .copy { display: block; position: absolute; right: 0; top: -.25rem; font-size: .85rem }
#interface { font-size: .95rem }
#interface p, #interface ul, #interface ol { margin: .5rem 0 }
table { margin: .5rem 0; border-collapse: collapse }
th, td { padding: .2rem .6rem .2rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1.25rem }
.facts dt { color: var(--quiet) }
.facts dd { margin: 0 }
@media print {
  :root { color-scheme: light; --raised: #fff; --ink: #000; --quiet: #444; --line: #bbb; --link: #000 }
  body { max-width: none; padding: 0; font-size: 10pt }
  .filters, .js .filters, .js .copy, .jump { display: none }
  pre { max-height: none }
  .rule, .check, .exchange { break-inside: avoid-page }
  h2, h3, h4 { break-after: avoid }
  .tile { print-color-adjust: exact; -webkit-print-color-adjust: exact }
  details::details-content { content-visibility: visible; block-size: auto }
}
`

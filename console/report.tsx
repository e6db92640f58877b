import { useState } from 'preact/hooks'
import { Check, Empty, Listing } from './elements.js'

/** A rule or a check with its outcome. */
type Judged = { id: string; outcome: string; reason?: string }
type Evidence = { message: string } & Partial<Record<'expected' | 'actual' | 'curl', string>>

/** The part of a certification's JSON report that the page reads. */
interface CertificationReport {
  schema: string
  target: string
  started: string
  took: number
  verdict: string
  reasons: readonly string[]
  counts: Readonly<Record<string, number>>
  areas: readonly { prefix: string; title: string }[]
  rules: readonly (Judged & { area: string; level: string; statement: string; checks: readonly string[] })[]
  checks: readonly (Judged & { title: string; evidence: readonly Evidence[] })[]
}

const schemaName = 'schedkit-conformance/1'

/** @throws an Error that says what to do if the text is not such a report */
function parseReport(text: string): CertificationReport {
  const hint = 'Create one with schedkit conformance run --report json=FILE.'
  let value: Partial<CertificationReport> | null
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error(`This file is not JSON. ${hint}`)
  }
  const isComplete =
    value?.schema === schemaName &&
    [value.rules, value.checks, value.areas, value.reasons].every(Array.isArray)
  if (!isComplete) throw new Error(`This is not a report of the form ${schemaName}. ${hint}`)
  return value as CertificationReport
}

/** The outcomes that need attention, worst first. */
const bad = ['failed', 'error', 'not implemented', 'blocked', 'warned']
const rank = (outcome: string) => (bad.indexOf(outcome) + bad.length + 1) % (bad.length + 1)

/** Shows the report of a certification from a file, which never leaves the page. */
export function Report() {
  const [report, setReport] = useState<CertificationReport>()
  const [problem, setProblem] = useState('')
  const [isOver, setOver] = useState(false)

  async function read(file: File | undefined): Promise<void> {
    if (!file) return
    try {
      setReport(parseReport(await file.text()))
      setProblem('')
    } catch (error) {
      setProblem((error as Error).message)
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files may be dropped anywhere; the button does the same
    <div
      class={`report ${isOver ? 'over' : ''}`}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault()
        setOver(false)
        void read(event.dataTransfer?.files[0])
      }}
    >
      <div class="toolbar">
        <label class="file">
          Open a report{' '}
          <input
            type="file"
            accept=".json"
            onChange={({ currentTarget }) => {
              void read(currentTarget.files?.[0])
              // The same file may be chosen again.
              currentTarget.value = ''
            }}
          />
        </label>
      </div>
      {problem !== '' && (
        <div class="problem" role="alert">
          {problem}
        </div>
      )}
      {report ? (
        <Findings report={report} />
      ) : (
        <Empty>
          Drop the JSON report of a certification here:{' '}
          <code>schedkit conformance run --report json=report.json</code>. It is read in this page, and sent
          nowhere.
        </Empty>
      )}
    </div>
  )
}

function Findings({ report }: { report: CertificationReport }) {
  const [hasAll, setAll] = useState(false)
  const { verdict, target, started, took, reasons, counts, rules, areas } = report
  const shown = rules.filter(({ outcome }) => hasAll || bad.includes(outcome))
  return (
    <>
      <header class={`verdict ${verdict === 'conformant' ? 'good' : 'bad'}`}>
        <h2>{verdict}</h2>
        <p>
          <bdi>{target}</bdi> · {started} · {Math.round(took / 1000)} s · {counts.passed} of {counts.planned}{' '}
          checks passed
        </p>
        <ul>
          {reasons.map(reason => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </header>
      <Check label="Show what is fulfilled, too" checked={hasAll} set={setAll} />
      {shown.length === 0 && <p class="quiet">No rule was found broken.</p>}
      {areas.map(({ prefix, title }) => {
        const own = shown
          .filter(({ area }) => area === prefix)
          .sort((a, b) => rank(a.outcome) - rank(b.outcome))
        return own.length === 0 ? null : (
          <section key={prefix} class="area">
            <h3>{title}</h3>
            {own.map(rule => (
              <Rule key={rule.id} rule={rule} report={report} />
            ))}
          </section>
        )
      })}
    </>
  )
}

function Rule({ rule, report }: { rule: CertificationReport['rules'][number]; report: CertificationReport }) {
  const { id, level, statement, outcome, reason, checks } = rule
  const own = report.checks.filter(check => checks.includes(check.id))
  return (
    <details>
      <summary>
        <span class={`outcome ${bad.includes(outcome) ? outcome.replace(' ', '-') : ''}`}>{outcome}</span>{' '}
        <b>{id}</b> {statement} <small class="quiet">{level}</small>
      </summary>
      {reason && <p>{reason}</p>}
      {own.map(check => (
        <div key={check.id} class="finding">
          <p>
            <b>{check.id}</b> {check.title}: {check.outcome} {check.reason}
          </p>
          {check.evidence.map(({ message, expected, actual, curl }) => (
            <div key={message}>
              <p>{message}</p>
              {[expected && `expected: ${expected}`, actual && `received: ${actual}`, curl].map(
                text => text && <Listing key={text} title="Evidence" text={text} />,
              )}
            </div>
          ))}
        </div>
      ))}
    </details>
  )
}

import { markdownParts } from '../../conformance/report/index.js'
import {
  allFindings,
  type ClientReport,
  failuresByKind,
  failuresIn,
  headline,
  reproduction,
} from './report.js'

const { code, items, plain, section, table } = markdownParts

/** Renders the report as Markdown, for a CI job summary or a comment. */
export function markdownOf(report: ClientReport): string {
  const { passed, neverMet } = report
  const example = reproduction(report)
  return [
    `# ${passed ? '✓' : '✗'} ${passed ? 'passed' : 'failed'}: schedkit client`,
    '',
    plain(headline(report)),
    ...failuresByKind(report).flatMap(({ heading, failed }) =>
      section(
        heading.replace(/:$/, ''),
        table(
          ['World', 'A service that', 'Why', 'What failed'],
          failed.map(world => [
            `${code(world.name)}${world.accepted ? ' (accepted)' : ''}`,
            plain(world.title),
            plain(world.because),
            failuresIn(world).map(plain).join('<br>'),
          ]),
        ),
      ),
    ),
    ...section(
      'What the requests show',
      allFindings(report).flatMap(({ finding, world }) => [
        `- ${plain(finding.text)}${world === '' ? '' : ` (${code(world)})`}`,
        ...finding.timeline.map(line => `  - ${code(line.trim())}`),
      ]),
    ),
    ...section('To reproduce one', example === undefined ? [] : ['```sh', example, '```']),
    ...section(
      'Never met by your tests',
      items(
        [neverMet.situations, neverMet.operations].map(names => names.join(', ')).filter(text => text !== ''),
      ),
    ),
    '',
  ].join('\n')
}

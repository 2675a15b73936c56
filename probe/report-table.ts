import { stripVTControlCharacters, styleText } from 'node:util'
import Table from 'cli-table3'
import type { Finding, Verdict } from './finding.ts'
import type { Report } from './run-probe.ts'

const LABELS: Record<Verdict, string> = {
  holds: 'holds',
  differs: 'differs',
  fails: 'FAILS',
  unseen: 'not seen',
}
const COLOURS = { holds: 'green', differs: 'yellow', fails: 'red', unseen: 'gray' } as const

/** Only the text, without a frame. */
const NO_LINES = Object.fromEntries(
  [
    ...['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left'],
    ...['bottom-right', 'left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle'],
  ].map(place => [place, '']),
)

const NARROWEST = 80
const WIDEST = 180
const VERDICT_WIDTH = 10
const PADDING = 2
/**
 * Width of the rest of a line: what the interface says, what the dashboard does, and what was found.
 */
const PARTS = [0.36, 0.28, 0.36]

/** The report as a table for a terminal of so many columns. */
export function reportTable({ sections, ...report }: Report, columns: number): string {
  const width = Math.min(Math.max(columns, NARROWEST), WIDEST)
  const widths = PARTS.map(part => Math.floor((width - VERDICT_WIDTH) * part))
  const table = new Table({
    chars: NO_LINES,
    colWidths: [VERDICT_WIDTH, ...widths],
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': PADDING },
    wordWrap: true,
  })
  table.push(['', 'What the interface says', 'What the service does', 'What the dashboard does'])
  for (const { title, findings } of sections) {
    table.push([''], [{ colSpan: 4, content: styleText('bold', title) }])
    for (const finding of findings) table.push(row(finding, widths))
  }
  const lines =
    sections.length === 0
      ? []
      : table
          .toString()
          .split('\n')
          .map(line => line.trimEnd())
  return [`${report.service} against the interface`, '', ...lines, '', ...summary(report)].join(
    '\n',
  )
}

function row({ verdict, what, where, found = '', dashboard = '' }: Finding, widths: number[]) {
  const of = where === undefined ? '' : `\n${styleText('gray', where)}`
  const texts = [what + of, found, dashboard]
  return [
    styleText(COLOURS[verdict], LABELS[verdict]),
    ...texts.map((text, column) => cell(text, (widths[column] ?? 0) - PADDING)),
  ]
}

/** A text of the service, such as an address, may be longer than a line. */
function cell(content: string, width: number) {
  const isTooLong = content.split(/\s/).some(word => stripVTControlCharacters(word).length > width)
  return { content, wrapOnWordBoundary: !isTooLong }
}

function summary({ counts, requests, most_requests, stopped }: Omit<Report, 'sections'>): string[] {
  const { holds, differs, fails, unseen } = counts
  const asked = `${requests} requests of at most ${most_requests}, one at a time.`
  if (stopped !== null) return [`The probe did not finish. ${asked}`]
  return [
    `${holds} hold, ${differs} differ, ${fails} fail, ${unseen} not seen. ${asked}`,
    '“Left open”: the interface does not say, and the dashboard accepts it either way.',
    fails === 0
      ? 'All that the dashboard needs holds, as far as it could be seen.'
      : 'Something that the dashboard needs does not hold: see FAILS above.',
  ]
}

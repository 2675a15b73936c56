import { Button, NativeSelect } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ReportedEvent } from '../../../contract/event/reported-event.ts'
import { UNKNOWN_COMPANY } from '../../../contract/event-page.ts'
import { formatCount, formatNumber } from '../../../contract/text/count.ts'
import { shownText } from '../../../contract/text/shown-text.ts'
import { errorText } from '../../api/error-messages.ts'
import { reportExport } from '../../api/report-export.ts'
import { tableFile } from '../../files/table-file.ts'
import { Time } from '../../format/time.tsx'
import { useTimes } from '../../format/times.ts'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { safeFileName, saveBlob } from '../../ui/download/save-text.ts'
import { Notice } from '../../ui/notice.tsx'
import { Chip } from '../../ui/states/chip.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableModel } from '../../ui/table/use-table-model.ts'
import { UnknownCompany, useCompanyNames } from '../blocklist/unknown-company.tsx'
import { LIST_LABELS } from '../event/list/list-labels.ts'
import type { TimedRange } from '../event/list/list-search.ts'
import { formatLoadProgress, formatPart } from '../failure-groups/load-messages.ts'
import { useMe } from '../follow-up/use-follow-up.ts'
import { receiversQuery } from '../receivers/queries/receivers-query.ts'
import { QueryWithoutData } from '../request-errors/request-failure.tsx'
import classes from './report.module.css'
import {
  deliveredAt,
  deliveredTo,
  describeCall,
  describeReplay,
  FILE_COLUMNS,
  figuresOf,
  fileSummary,
  fileTitle,
  formatCause,
  formatDays,
  formatFigures,
  formatState,
  nameOf,
  outcomeOf,
  reportText,
  summarise,
} from './report-text.ts'
import { type ReportScope, useReport } from './use-report.ts'

const SHOWN = 100

const TONES = { delivered: 'good', handled: 'good', missing: 'wait' } as const

/** @param about what the report names above the events, such as their company */
const columnsOf = (about: string | undefined): Column<ReportedEvent>[] => [
  {
    id: 'event',
    header: 'Event',
    isRowHeader: true,
    share: 1.5,
    // A masked caller in one line.
    least: '184px',
    cell: event => (
      <>
        <span translate="no">{shownText(nameOf(event))}</span>
        <Call event={event} />
        {event.company !== about && (
          <div className={classes.dimmed} translate="no">
            {shownText(event.company ?? 'Unknown company')}
          </div>
        )}
      </>
    ),
  },
  {
    id: 'failed_at',
    header: 'Failed',
    cardLabel: 'Failed',
    cell: ({ failed_at }) => <Moment stamp={failed_at} />,
  },
  { id: 'cause', header: 'Why it failed', share: 1.5, cell: event => formatCause(event) || '–' },
  {
    id: 'state',
    header: 'State',
    cell: event => <Chip tone={TONES[outcomeOf(event)]}>{formatState(event)}</Chip>,
  },
  {
    id: 'delivered_at',
    header: 'Delivered',
    cardLabel: 'Delivered',
    share: 1.5,
    cell: event => {
      const to = deliveredTo(event)
      return (
        <>
          <Moment stamp={deliveredAt(event)} />
          {to !== null && (
            <div className={classes.dimmed} translate="no">
              {to}
            </div>
          )}
        </>
      )
    },
  },
  {
    id: 'replay',
    header: 'By replay',
    cardLabel: 'By replay',
    share: 1.5,
    cell: ({ delivery }) => (delivery === null ? '–' : <ReplayLink delivery={delivery} />),
  },
]

function Call({ event }: { event: ReportedEvent }) {
  return describeCall(event, useTimes()).map(part => (
    <div key={part} className={classes.dimmed}>
      {part}
    </div>
  ))
}

function ReplayLink({ delivery }: { delivery: NonNullable<ReportedEvent['delivery']> }) {
  return (
    <Link to="/replays/$runId" params={{ runId: delivery.run_id }} preload={false}>
      {describeReplay(delivery, useTimes())}
    </Link>
  )
}

function Moment({ stamp }: { stamp: string | null }) {
  return stamp === null ? '–' : <Time stamp={stamp} as="moment" />
}

type ReportProps = {
  scope: ReportScope
  /** The days that it names. */
  range: TimedRange
  /** Which events it is about: "on 25 November 2026", "in this replay". */
  which: string
  /** What else they have in common. */
  about: string | undefined
}

const route = getRouteApi('/_signed-in/report')

/** What failed and what became of it: a sentence, figures and each event, to copy, save or print. */
export function Report({ scope, ...props }: ReportProps) {
  const times = useTimes()
  const { company } = route.useSearch()
  const report = useReport(scope)
  const { events, lists, error } = report
  const progress = lists.flatMap(({ list, control: { reading }, error }) => {
    if (reading === undefined) return error ? `${LIST_LABELS[list].title}: ${errorText(error)}` : []
    if (reading.is_complete) return formatPart(list, { reading, error }, times.moment)
    return formatLoadProgress({ list, reading, error, time: times.moment })
  })
  if (events === undefined) {
    return (
      <Card>
        <QueryWithoutData
          query={{ ...report, error }}
          label={progress[0] ?? 'Loading the report…'}
        />
        {progress.map(text => (
          <p key={text} className={classes.progress} role="status">
            {text}
          </p>
        ))}
      </Card>
    )
  }
  const loaded = { ...props, all: events, progress }
  const isEmpty = progress.length === 0 && events.every(event => companyOf(event) !== company)
  return isEmpty && company !== undefined && company !== UNKNOWN_COMPANY ? (
    <EmptyReport {...loaded} company={company} />
  ) : (
    <LoadedReport {...loaded} />
  )
}

/** A misspelt company must not look like one whose events have all arrived. */
function EmptyReport(props: LoadedReportProps & { company: string }) {
  const { company, all } = props
  const query = useQuery(receiversQuery)
  const names = useCompanyNames(query.data)
  if (names?.has(company)) return <LoadedReport {...props} />
  return (
    <Card>
      {names === undefined ? (
        <QueryWithoutData query={query} label="Loading the report…" />
      ) : (
        <section className={classes.report}>
          <CompanyChoice companies={companiesOf(all)} />
          <UnknownCompany name={company} names={names} />
        </section>
      )}
    </Card>
  )
}

type LoadedReportProps = Omit<ReportProps, 'scope'> & {
  /** The events of all companies. */
  all: ReportedEvent[]
  /** Why some events of the days may be absent. */
  progress: string[]
}

function LoadedReport({ all, range, which, about, progress }: LoadedReportProps) {
  const times = useTimes()
  const { company } = route.useSearch()
  const companies = useMemo(() => companiesOf(all), [all])
  const events = useMemo(
    () => (company === undefined ? all : all.filter(event => companyOf(event) === company)),
    [all, company],
  )
  const me = useMe()
  const [isAll, setAll] = useState(false)
  // Also if the browser's own command prints it.
  useWindowEvent('beforeprint', () => flushSync(() => setAll(true)))
  const figures = useMemo(() => figuresOf(events), [events])
  const table = useTableModel({ columns: useMemo(() => columnsOf(about), [about]) })
  const isOfOneCompany = new Set(events.map(({ company }) => company)).size === 1
  const isForOne = isOfOneCompany && events[0]?.company !== null
  const summary = summarise(figures, which, isForOne, progress.length === 0)
  const notes = [...progress, ...unknowns(figures)]
  const facts = { summary, figures, notes, about }
  const madeBy = `Made by ${me ?? 'somebody without a name'} on ${times.full(new Date().toISOString())}, for failures ${formatDays(range)}`
  const save = useMutation({
    mutationFn: async (format: 'csv' | 'xlsx') => {
      const { timeZone } = times
      const contents = { columns: FILE_COLUMNS, rows: events, summary: fileSummary(facts, madeBy) }
      const file = await tableFile({ ...contents, format, timeZone })
      const { from, to } = range
      for (const [what, ofList] of Map.groupBy(events, ({ list }) => list)) {
        await reportExport({ what, from, to, rows: ofList.length, company, format })
      }
      saveBlob(file, safeFileName(fileTitle(range, about), format))
    },
  })
  const shown = isAll ? events : events.slice(0, SHOWN)
  return (
    <>
      <Card>
        <section className={classes.report}>
          <p className={classes.printed}>{madeBy}</p>
          {about && <p className={about === company ? classes.printed : classes.dimmed}>{about}</p>}
          {(companies.length > 1 || company !== undefined) && (
            <CompanyChoice companies={companies} />
          )}
          <h2 data-tone={figures.missing === 0 && progress.length === 0 ? 'good' : undefined}>
            {summary}
          </h2>
          {progress.map(text => (
            <Notice key={text} tone="wait">
              {text} This report has only what is loaded.
            </Notice>
          ))}
          {events.length > 0 && (
            <>
              <dl className={classes.figures}>
                {formatFigures(figures).map(({ label, values, isCount }) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    {values.map(value => (
                      <dd key={value} data-words={!isCount || undefined}>
                        {value}
                      </dd>
                    ))}
                  </div>
                ))}
              </dl>
              <div className={classes.actions}>
                <CopyButton
                  text={reportText(events, facts, times)}
                  instead={<p role="alert">The browser blocked copying. Save a file instead.</p>}
                >
                  Copy text
                </CopyButton>
                {(['xlsx', 'csv'] as const).map(format => (
                  <Button
                    key={format}
                    size="xs"
                    loading={save.isPending && save.variables === format}
                    leftSection={<IconDownload size={14} aria-hidden />}
                    onClick={() => save.mutate(format)}
                  >
                    {format === 'xlsx' ? 'Excel' : 'CSV'}
                  </Button>
                ))}
                <Button
                  size="xs"
                  leftSection={<IconPrinter size={14} aria-hidden />}
                  onClick={() => window.print()}
                >
                  Print
                </Button>
              </div>
              {save.isError && <p role="alert">{errorText(save.error)}</p>}
            </>
          )}
          <ul className={classes.notes} aria-label="What Redial cannot know">
            {unknowns(figures).map(text => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      </Card>
      {events.length > 0 && (
        <section className={classes.events}>
          <h2>Each event</h2>
          <Card>
            <DataTable
              label="Each event"
              table={table}
              rows={shown}
              rowId={({ list, id }, index) => `${list} ${id} ${index}`}
            />
            {shown.length < events.length && (
              <Button className={classes.more} variant="subtle" onClick={() => setAll(true)}>
                Show all {formatNumber(events.length)}
              </Button>
            )}
          </Card>
        </section>
      )}
    </>
  )
}

function companyOf(event: ReportedEvent): string {
  return event.company ?? UNKNOWN_COMPANY
}

function companiesOf(events: ReportedEvent[]): string[] {
  return [...new Set(events.map(companyOf))].sort()
}

/** Limits the report to a company, because a customer must not read about others. */
function CompanyChoice({ companies }: { companies: string[] }) {
  const { company } = route.useSearch()
  const navigate = route.useNavigate()
  const names = company === undefined || companies.includes(company) ? companies : [company]
  return (
    <NativeSelect
      className={classes.company}
      label="Company"
      description={
        company === undefined &&
        `This report names ${formatCount(names.length, 'company', 'companies')}. Choose one before you send it to a customer.`
      }
      value={company ?? ''}
      onChange={({ currentTarget: { value } }) =>
        void navigate({
          search: newest => ({ ...newest, company: value || undefined }),
          replace: true,
          resetScroll: false,
        })
      }
      translate="no"
      data={[
        { value: '', label: 'All companies' },
        ...names.map(name => ({ value: name, label: shownText(name) })),
      ]}
    />
  )
}

function unknowns({ withoutId, withoutTime }: ReturnType<typeof figuresOf>): string[] {
  return [
    'An event is delivered once its receiver has answered 200. Redial knows what the replays of this account delivered and what people marked as handled. What the service or somebody else delivered later still counts as missing.',
    withoutId > 0 &&
      `${formatCount(withoutId, 'event has', 'events have')} no id of the service. Redial recognises such events by their content.`,
    withoutTime > 0 &&
      `The service does not say when ${formatCount(withoutTime, 'event', 'events')} failed, so the time until delivery is unknown.`,
  ].filter(text => text !== false)
}

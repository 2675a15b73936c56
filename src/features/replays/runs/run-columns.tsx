import { Link } from '@tanstack/react-router'
import type { ReplayRun } from '../../../../contract/replay.ts'
import { formatDateRange } from '../../../format/days.ts'
import { formatCount } from '../../../format/numbers.ts'
import { capitalise } from '../../../format/text.ts'
import { useTimes } from '../../../format/times.ts'
import type { Column } from '../../../ui/table/column.ts'
import visuallyHidden from '../../../ui/visually-hidden.module.css'
import { LIST_LABELS } from '../../event/list/list-labels.ts'
import { RunBar } from '../run-bar.tsx'
import { formatProgress, formatRequested, runDays, totalOf } from '../run-messages.ts'
import { DiscardDraft } from './discard-draft.tsx'
import * as messages from './messages.ts'
import classes from './run-columns.module.css'

type RunProps = { run: ReplayRun }

export const RUN_COLUMNS: Column<ReplayRun>[] = [
  {
    id: 'when',
    name: messages.when,
    header: () => <WhenHeader />,
    width: '17%',
    sortFirst: 'descending',
    cell: run => <When run={run} />,
  },
  {
    id: 'who',
    header: messages.startedByColumn,
    width: '16%',
    sortFirst: 'ascending',
    cell: ({ who }) =>
      who === null ? (
        // Screen readers skip a dash.
        <span className={classes.dimmed} title={messages.noNameGiven}>
          <span aria-hidden>–</span>
          <span className={visuallyHidden.only}>{messages.noNameGiven}</span>
        </span>
      ) : (
        <span translate="no">{who}</span>
      ),
  },
  {
    id: 'what',
    header: messages.eventsColumn,
    sortFirst: 'descending',
    cell: run => (
      <>
        <div>
          {formatRunTitle(run)}
          <Receivers run={run} />
        </div>
        <div className={classes.dimmed}>
          {[capitalise(formatDateRange(runDays(run))), formatRequested(run)]
            .filter(part => part !== null)
            .join(', ')}
        </div>
      </>
    ),
  },
  {
    id: 'progress',
    header: messages.progressColumn,
    width: '34%',
    // The runs with the most events that failed again come first.
    sortFirst: 'descending',
    cell: run => (
      <div className={classes.progress} data-draft={run.state === 'ready' || undefined}>
        <p>{formatProgress(run)}</p>
        {run.state === 'ready' ? (
          <DiscardDraft runId={run.id} events={formatRunTitle(run)} />
        ) : (
          <RunBar run={run} size="small" />
        )}
      </div>
    ),
  },
]

/** Its receivers, which distinguish it from other runs of the same size. */
function Receivers({ run: { some_receivers: names, has_more_receivers: hasMore } }: RunProps) {
  const [first, second, third] = names
  if (first === undefined) return null
  // If there are more, only two are named, so that "others" are never just one.
  const isThird = third !== undefined && !hasMore
  return (
    <>
      {' to '}
      <span className={classes.receiver} translate="no">
        {first}
      </span>
      {second !== undefined && (
        <>
          {hasMore || isThird ? ', ' : ' and '}
          <span className={classes.receiver} translate="no">
            {second}
          </span>
          {hasMore && ' and others'}
        </>
      )}
      {isThird && (
        <>
          {' and '}
          <span className={classes.receiver} translate="no">
            {third}
          </span>
        </>
      )}
    </>
  )
}

function WhenHeader() {
  return <span>{messages.whenColumn(useTimes().zone)}</span>
}

/** The time links to the run, so that the keyboard and the middle button can open it. */
function When({ run }: RunProps) {
  const times = useTimes()
  return (
    <Link
      to="/replays/$runId"
      params={{ runId: run.id }}
      className={classes.when}
      aria-label={`${times.moment(run.created_at)}, ${formatRunTitle(run)}`}
    >
      <time dateTime={run.created_at}>{times.moment(run.created_at)}</time>
    </Link>
  )
}

function formatRunTitle({ list, counts }: ReplayRun): string {
  const { one, many, title } = LIST_LABELS[list]
  const count = totalOf(counts)
  return count > 0 ? formatCount(count, one, many) : title
}

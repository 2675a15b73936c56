import { Link } from '@tanstack/react-router'
import { createColumnHelper } from '@tanstack/react-table'
import type { ReplayRun } from '../../../contract/replay.ts'
import type { Features } from '../../ui/data-table.tsx'
import { LIST_WORDS, rangeWords } from '../failed-events/list-words.ts'
import { useTimes } from '../session/times.ts'
import { RunBar } from './run-bar.tsx'
import classes from './run-columns.module.css'
import { runDays } from './run-days.ts'
import { askedForWords, capital, countWords, progressWords, totalOf } from './run-words.ts'

const column = createColumnHelper<Features, ReplayRun>()

export const RUN_COLUMNS = column.columns([
  column.display({
    id: 'when',
    header: () => <WhenHeader />,
    meta: { width: '17%' },
    cell: ({ row }) => <When run={row.original} />,
  }),
  column.accessor('who', {
    header: 'Who',
    meta: { width: '16%' },
    cell: cell => cell.getValue() ?? <span className={classes.dimmed}>No name given</span>,
  }),
  column.display({
    id: 'what',
    header: 'What',
    cell: ({ row: { original: run } }) => (
      <>
        <div>{whatWords(run)}</div>
        <div className={classes.dimmed}>
          {capital(rangeWords(runDays(run)))}, {askedForWords(run)}
        </div>
      </>
    ),
  }),
  column.display({
    id: 'progress',
    header: 'How far',
    meta: { width: '34%' },
    cell: ({ row: { original: run } }) => (
      <div className={classes.progress}>
        <p>{progressWords(run)}</p>
        <RunBar run={run} size="small" />
      </div>
    ),
  }),
])

function WhenHeader() {
  return `When (${useTimes().zone})`
}

/** The time is the row's link: the keyboard and the middle button open the run by it. */
function When({ run }: { run: ReplayRun }) {
  const times = useTimes()
  return (
    <Link
      to="/replays/$runId"
      params={{ runId: run.id }}
      className={classes.when}
      aria-label={`${times.moment(run.created_at)}, ${whatWords(run)}`}
    >
      <time dateTime={run.created_at}>{times.moment(run.created_at)}</time>
    </Link>
  )
}

function whatWords({ list, counts }: ReplayRun): string {
  const { one, many, title } = LIST_WORDS[list]
  const count = totalOf(counts)
  return count > 0 ? countWords(count, one, many) : title
}

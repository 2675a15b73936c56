import { Link } from '@tanstack/react-router'
import { createColumnHelper } from '@tanstack/react-table'
import type { ReplayItem } from '../../../contract/replay.ts'
import type { Features } from '../../ui/data-table.tsx'
import { useTimes } from '../session/times.ts'
import { replayTone, replayWords } from './replay-words.ts'
import { listPath, type RunDays } from './run-days.ts'
import classes from './run-items.module.css'

/** An item, and the days of its run: the event's own page is found by them. */
export type RunItemRow = { item: ReplayItem; days: RunDays }

const column = createColumnHelper<Features, RunItemRow>()

export const RUN_ITEM_COLUMNS = column.columns([
  column.display({
    id: 'event',
    header: 'Event',
    meta: { width: '16%' },
    cell: ({ row: { original } }) => (
      <Link
        to={listPath(original.item.list)}
        search={{ ...original.days, event: original.item.event_id }}
        preload={false}
      >
        {original.item.event_id}
      </Link>
    ),
  }),
  column.display({
    id: 'receiver',
    header: 'Receiver',
    cell: ({ row }) => <Receiver url={row.original.item.receiver_url} />,
  }),
  column.display({
    id: 'outcome',
    header: 'What came of it',
    meta: { width: '38%' },
    cell: ({ row }) => <Outcome item={row.original.item} />,
  }),
  column.display({
    id: 'at',
    header: () => <SentAtHeader />,
    meta: { width: '15%', cardLabel: 'Sent at' },
    cell: ({ row }) => <SentAt stamp={row.original.item.attempts.at(-1)?.at} />,
  }),
])

function Receiver({ url }: { url: string | null }) {
  if (url === null) return <span className={classes.dimmed}>No receiver is known</span>
  const parsed = URL.parse(url)
  if (!parsed?.host) return url
  return (
    <>
      {parsed.host}
      <span className={classes.path}>{parsed.pathname + parsed.search}</span>
    </>
  )
}

function Outcome({ item }: { item: ReplayItem }) {
  const times = useTimes()
  return (
    <span className={classes.outcome} data-tone={replayTone(item.state)} data-state={item.state}>
      {replayWords(item, times.brief)}
    </span>
  )
}

function SentAtHeader() {
  return `Sent at (${useTimes().zone})`
}

function SentAt({ stamp }: { stamp: string | undefined }) {
  const times = useTimes()
  if (stamp === undefined) return <span className={classes.dimmed}>–</span>
  return <time dateTime={stamp}>{times.moment(stamp)}</time>
}

import { Link } from '@tanstack/react-router'
import type { ReplayItem } from '../../../contract/replay.ts'
import { shownText } from '../../../contract/shown-text.ts'
import type { Column } from '../../ui/data-table.tsx'
import { useTimes } from '../session/times.ts'
import { replayTone, replayWords } from './replay-words.ts'
import { listPath, type RunDays } from './run-days.ts'
import classes from './run-items.module.css'

/** An item, and the days of its run: the event's own page is found by them. */
export type RunItemRow = { item: ReplayItem; days: RunDays }

export const RUN_ITEM_COLUMNS: Column<RunItemRow>[] = [
  {
    id: 'event',
    header: 'Event',
    width: '16%',
    cell: ({ item, days }) => (
      <Link to={listPath(item.list)} search={{ ...days, event: item.event_id }} preload={false}>
        {shownText(item.event_id)}
      </Link>
    ),
  },
  {
    id: 'receiver',
    header: 'Receiver',
    cell: ({ item }) => <Receiver url={item.receiver_url} />,
  },
  {
    id: 'outcome',
    header: 'What came of it',
    width: '38%',
    cell: ({ item }) => <Outcome item={item} />,
  },
  {
    id: 'at',
    header: () => <SentAtHeader />,
    width: '15%',
    cardLabel: 'Sent at',
    cell: ({ item }) => <SentAt stamp={item.attempts.at(-1)?.at} />,
  },
]

function Receiver({ url }: { url: string | null }) {
  if (url === null) return <span className={classes.dimmed}>No receiver is known</span>
  const parsed = URL.parse(url)
  if (!parsed?.host) return shownText(url)
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

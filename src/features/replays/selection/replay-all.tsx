import { IconRefresh } from '@tabler/icons-react'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { formatNumber } from '../../../../contract/text/count.ts'
import { PlainButton } from '../../../ui/plain-button.tsx'
import type { ReplayObstacle } from '../../event/event-row.ts'
import { type DateRange, requestedDates } from '../../event/list/list-search.ts'
import { type CountedPage, useKnownCounts } from '../states/use-known-counts.ts'
import classes from './replay-all.module.css'
import { useSelection } from './selection-context.tsx'
import { useCreateRun } from './use-create-run.ts'

type ReplayAllProps = {
  list: FailedEventList
  search: DateRange
  page: CountedPage
  /** What all of them lack. */
  lacks: ReplayObstacle | null
}

const LACK: Record<ReplayObstacle, string> = {
  receiver: 'They name neither a receiver nor a tracking number',
  payload: 'The service gives no payload for them',
}

/**
 * Creates a draft run of all events of the range, to check before anything is sent. The draft skips what a
 * replay has delivered and what was handled, so the button names the rest. It is hidden if events are selected
 * or the range has only one event, which has its own button.
 */
export function ReplayAll({ list, search, page, lacks }: ReplayAllProps) {
  const { selection } = useSelection()
  const run = useCreateRun()
  const { counts } = useKnownCounts({ list, search }, page, { enabled: true })
  if (selection.isAll || selection.events.size > 0 || page.count === 1) return null
  const start = () => run.create({ list, ...requestedDates(search), events: 'all' })
  const { missing = 0, all = null } = counts
  const isPart = missing > 0 && missing !== all
  const label = isPart
    ? `Replay ${formatNumber(missing)} missing…`
    : // The service may not count its events.
      `Replay all${all === null ? '' : ` ${formatNumber(all)}`}…`
  return (
    <div className={classes.all}>
      <PlainButton
        data-size="xs"
        title={lacks === null ? undefined : LACK[lacks]}
        isLoading={run.isPending}
        isOff={run.isPending || lacks !== null}
        onClick={start}
        icon={<IconRefresh size={14} aria-hidden />}
      >
        <span>{label}</span>
      </PlainButton>
      {run.problem && (
        <p className={classes.problem} role="alert">
          {run.problem}
        </p>
      )}
    </div>
  )
}

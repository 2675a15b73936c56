import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { MatchingEvents } from '../../../../contract/events-filter.ts'
import { MAX_EVENTS_NAMED } from '../../../../contract/replay.ts'
import type { ReplayRequest } from '../../../../contract/replay-request.ts'
import { formatNumber } from '../../../../contract/text/count.ts'
import { PlainButton } from '../../../ui/plain-button.tsx'
import type { ReplayObstacle } from '../../event/event-row.ts'
import { type ListSearch, requestedDates } from '../../event/list/list-search.ts'
import { useList } from '../../event/list/use-list.tsx'
import { type CountedPage, useKnownCounts } from '../states/recovered-days.ts'
import classes from './replay-matches.module.css'
import { hasEvents, useSelection } from './selection.tsx'
import { useCreateRun } from './use-create-run.ts'

type ReplayMatchesProps = {
  /** `list` is null for both lists. */
  filter: MatchingEvents & Pick<ReplayRequest, 'list' | 'from_date' | 'to_date'>
  /** Whether it is for everything that the service lists, which need not be read before. */
  isWhole?: boolean
  /** How many events match; null if that is unknown. */
  count: number | null
  label: ReactNode
  /** What all of them lack. */
  lacks: ReplayObstacle | null
  /** Why nothing can be done with all of them yet; null if something can. */
  obstacle: string | null
  /** The list of these events alone. Without one, it is the list on screen. */
  from?: ListSearch
  /** The id of the element that names the events. */
  describedBy?: string
}

const TOO_MANY = `At most ${formatNumber(MAX_EVENTS_NAMED)} at a time: narrow them down first.`
const CANNOT_SEND: Record<ReplayObstacle, string> = {
  receiver: 'Redial can’t send them, because they name neither a receiver nor a tracking number.',
  payload: 'Redial can’t send them, because the service gives no payload for them.',
}

/** Creates a draft run of the events that match, to check before anything is sent. */
export function ReplayMatches(props: ReplayMatchesProps) {
  const { filter, isWhole = false, count, label, lacks, describedBy, from } = props
  const run = useCreateRun(from)
  const tooMany = !isWhole && (count ?? 0) > MAX_EVENTS_NAMED ? TOO_MANY : null
  const obstacle = lacks === null ? tooMany : CANNOT_SEND[lacks]
  const start = () => {
    const { list, from_date, to_date, ...matching } = filter
    run.create({ list, from_date, to_date, events: isWhole ? 'all' : { matching } })
  }
  return (
    <div className={classes.replay}>
      <PlainButton
        data-size="xs"
        aria-describedby={describedBy}
        title={props.obstacle ?? undefined}
        disabled={count === 0 || obstacle !== null || props.obstacle !== null}
        isLoading={run.isPending}
        icon={<IconRefresh size={14} aria-hidden />}
        onClick={start}
      >
        <span>{label}</span>
      </PlainButton>
      {obstacle && <p className={classes.obstacle}>{obstacle}</p>}
      {run.problem && (
        <p className={classes.problem} role="alert">
          {run.problem}
        </p>
      )}
    </div>
  )
}

type ReplayAllProps = {
  page: CountedPage
  /** What all of them lack. */
  lacks: ReplayObstacle | null
}

/**
 * Creates a draft run of all events of the range, to check before anything is sent. The draft skips what a
 * replay has delivered and what was handled, so the button names the rest. It is hidden if events are selected
 * or the range has only one event, which has its own button.
 */
export function ReplayAll({ page, lacks }: ReplayAllProps) {
  const { list, search } = useList()
  const { selection } = useSelection()
  const { counts } = useKnownCounts(page, { enabled: true })
  if (hasEvents(selection) || page.count === 1) return null
  const { missing = 0, all = null } = counts
  const isPart = missing > 0 && missing !== all
  // The service may not count its events.
  const whole = all === null ? 'Replay all…' : `Replay all ${formatNumber(all)}…`
  return (
    <ReplayMatches
      isWhole
      filter={{ list, ...requestedDates(search) }}
      count={all}
      label={isPart ? `Replay ${formatNumber(missing)} missing…` : whole}
      lacks={lacks}
      obstacle={null}
    />
  )
}

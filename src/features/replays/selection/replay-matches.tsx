import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { MatchingEvents } from '../../../../contract/events-filter.ts'
import { MAX_EVENTS_NAMED } from '../../../../contract/replay.ts'
import type { ReplayRequest } from '../../../../contract/replay-request.ts'
import { formatNumber } from '../../../../contract/text/count.ts'
import button from '../../../ui/row-button.module.css'
import type { ReplayObstacle } from '../../event/event-row.ts'
import type { ListSearch } from '../../event/list/list-search.ts'
import classes from './replay-matches.module.css'
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
      {/* A plain button, because the library's takes longer to render than the rest of a group. */}
      <button
        type="button"
        className={button.button}
        data-size="xs"
        aria-describedby={describedBy}
        aria-disabled={run.isPending}
        title={props.obstacle ?? undefined}
        disabled={count === 0 || obstacle !== null || props.obstacle !== null}
        onClick={run.isPending ? undefined : start}
      >
        {run.isPending ? LOADER : ICON}
        <span>{label}</span>
      </button>
      {obstacle && <p className={classes.obstacle}>{obstacle}</p>}
      {run.problem && (
        <p className={classes.problem} role="alert">
          {run.problem}
        </p>
      )}
    </div>
  )
}

const ICON = <IconRefresh size={14} aria-hidden />
const LOADER = <i className={button.loader} aria-hidden />

import { IconRefresh } from '@tabler/icons-react'
import { MAX_PAGE_SIZE } from '../../../../contract/pages/page.ts'
import { MAX_EVENTS_NAMED } from '../../../../contract/replay.ts'
import button from '../../../ui/row-button.module.css'
import { type ListProps, type ListSearch, requestedDates } from '../../event/list/list-search.ts'
import type { EventFacts } from '../../range/event-facts.ts'
import { namedTargets } from '../../replays/selection/named-targets.ts'
import { useCreateRun } from '../../replays/selection/use-create-run.ts'
import * as messages from './messages.ts'
import classes from './replay-events.module.css'

type ReplayEventsProps = Pick<ListProps, 'list' | 'search'> & {
  events: EventFacts[]
  label: string
  /** Why they may not be all that match; null if they are. */
  loadObstacle: string | null
  /** The list of these events alone. Without one, it is the list on screen. */
  from?: ListSearch
  /** The id of the element that names the replayed events. */
  describedBy?: string
}

/** Creates a draft run of these events, to check before anything is sent. */
export function ReplayEvents(props: ReplayEventsProps) {
  const { list, search, events, label, loadObstacle, describedBy, from } = props
  const run = useCreateRun(from)
  const obstacle = findObstacle(events)
  const start = () => run.create({ list, ...requestedDates(search), events: named(events) })
  return (
    <div className={classes.replay}>
      {/* A plain button, because the library's takes longer to render than the rest of a group. */}
      <button
        type="button"
        className={button.button}
        data-size="xs"
        aria-describedby={describedBy}
        aria-disabled={run.isPending}
        title={loadObstacle ?? undefined}
        disabled={obstacle !== null || loadObstacle !== null}
        onClick={run.isPending ? undefined : start}
      >
        {run.isPending ? LOADER : ICON}
        <span>{label}</span>
      </button>
      {obstacle && events.length > 0 && <p className={classes.obstacle}>{obstacle}</p>}
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

/** The events with their pages, where the gateway looks first. */
function named(events: EventFacts[]) {
  const targets = events.map(({ read: { event, page, cursor } }) => ({
    id: event.id,
    page,
    cursor,
    page_size: MAX_PAGE_SIZE,
  }))
  return namedTargets(targets)
}

/** Why they can't be replayed; null if they can. */
function findObstacle(events: EventFacts[]): string | null {
  if (events.length === 0) return ''
  if (events.length > MAX_EVENTS_NAMED) return messages.tooManyToReplay
  const canBeReplayed = events.some(
    ({ receiverUrl, trackingNumber }) => receiverUrl !== null || Boolean(trackingNumber),
  )
  return canBeReplayed ? null : messages.noReceivers
}

import { formatNumber } from '../../../../contract/text/count.ts'
import type { ReplayObstacle } from '../../event/event-row.ts'
import { requestedDates } from '../../event/list/list-search.ts'
import { useList } from '../../event/list/use-list.tsx'
import { type CountedPage, useKnownCounts } from '../states/use-known-counts.ts'
import { ReplayMatches } from './replay-matches.tsx'
import { useSelection } from './selection-context.tsx'

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
  if (selection.isAll || selection.events.size > 0 || page.count === 1) return null
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

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../../format/numbers.ts'
import { LIST_LABELS, listNoun } from '../../event/list/list-labels.ts'
import type { ListProps } from '../../event/list/list-search.ts'
import { failedEventsQuery } from '../../failed-events/failed-events-query.ts'
import { useRangeReading } from '../../range/use-range-reading.ts'
import classes from './histogram.module.css'
import { MAX_DAYS_COUNTED } from './use-histogram.ts'

/** Instead of a chart that needs more events than a page loads without a request. */
export function LoadForChart({ list, search }: Pick<ListProps, 'list' | 'search'>) {
  const { reading, error, read } = useRangeReading(list, search, { enabled: false })
  const page = useQuery({ ...failedEventsQuery(list, search), enabled: false }).data
  const count = reading.count ?? page?.count ?? null
  const { many } = LIST_LABELS[list]
  const events = count === null ? many : `${formatNumber(count)} ${listNoun(list, count)}`
  const isStopped = error !== null || reading.stopped !== null
  return (
    <div className={classes.note}>
      <p>
        {isStopped
          ? `The chart needs all ${events}, and some are not loaded.`
          : search.from === search.to
            ? `To count by hour, Redial has to load all ${events}.`
            : `These are too many days to count one by one. Choose at most ${MAX_DAYS_COUNTED} days, or load all ${events}.`}
      </p>
      <Button size="xs" variant="default" onClick={read}>
        Load {events}
      </Button>
    </div>
  )
}

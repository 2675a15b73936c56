import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LIST_LABELS } from '../../event/list/list-labels.ts'
import type { ListProps } from '../../event/list/list-search.ts'
import { failedEventsQuery } from '../../failed-events/failed-events-query.ts'
import { useRangeLoad } from '../../range/use-range-load.ts'
import classes from './histogram.module.css'
import * as messages from './messages.ts'
import { MAX_DAYS_COUNTED } from './use-histogram.ts'

/** Instead of a chart that needs more events than a page loads without a request. */
export function LoadForChart({ list, search }: Pick<ListProps, 'list' | 'search'>) {
  const { load, error, read } = useRangeLoad(list, search, { enabled: false })
  const page = useQuery({ ...failedEventsQuery(list, search), enabled: false }).data
  const count = load.count ?? page?.count ?? null
  const events = count === null ? LIST_LABELS[list].many : messages.eventCount(list, count)
  const isStopped = error !== null || load.stopped !== null
  return (
    <div className={classes.note}>
      <p>
        {isStopped
          ? messages.someNotLoaded(events)
          : search.from === search.to
            ? messages.hoursNeedAll(events)
            : messages.tooManyDays(MAX_DAYS_COUNTED, events)}
      </p>
      <Button size="xs" variant="default" onClick={read}>
        {messages.load(events)}
      </Button>
    </div>
  )
}

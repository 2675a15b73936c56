import { useQueryClient } from '@tanstack/react-query'
import { Notice } from '../../../ui/notice.tsx'
import { LIST_LABELS } from '../../event/list/list-labels.ts'
import { useList } from '../../event/list/use-list.tsx'
import { nearestPage } from '../failed-events-query.ts'
import { EventList } from './event-list.tsx'

/**
 * The loaded rows of the service's list, in place of its groups or of another order, while the whole
 * range can't be loaded because there is no connection.
 */
export function RowsWithoutRange() {
  const { list, search } = useList()
  const hasRows = nearestPage(useQueryClient(), list, search) !== undefined
  return (
    <>
      {hasRows && (
        <Notice tone="bad">
          No connection. {search.view === 'groups' ? 'Grouping' : 'Sorting'} needs all{' '}
          {LIST_LABELS[list].many} of the date range, which will load when you’re back online. These
          rows were loaded before.
        </Notice>
      )}
      <EventList />
    </>
  )
}

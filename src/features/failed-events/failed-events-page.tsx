import { IconCalendarX } from '@tabler/icons-react'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DateRangeBar } from './date-range-bar.tsx'
import { EventList } from './event-list.tsx'
import { changeList, isInOrder, type ListProps } from './list-search.ts'
import { LIST_WORDS } from './list-words.ts'

/** A list of failed events: which days, the rows, and the one that is open. */
export function FailedEventsPage(props: ListProps) {
  const { list, search, onSearch } = props
  const { title, purpose } = LIST_WORDS[list]
  return (
    <>
      <PageHeader title={title}>{purpose}</PageHeader>
      <DateRangeBar range={search} onChange={range => onSearch(changeList(search, range))} />
      <Card>
        {isInOrder(search) ? (
          <EventList {...props} />
        ) : (
          <EmptyState
            icon={<IconCalendarX size={22} aria-hidden />}
            title="These days run backwards"
            message="From is after To, so nothing was asked for. Choose other days above."
          />
        )}
      </Card>
    </>
  )
}

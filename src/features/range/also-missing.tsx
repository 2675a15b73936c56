import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { UNKNOWN_RECEIVER } from '../../../contract/event/receiver-of.ts'
import { UNKNOWN_COMPANY } from '../../../contract/event-page.ts'
import { FailedEventList } from '../../../contract/failed-event.ts'
import { formatCount } from '../../../contract/text/count.ts'
import { LIST_LABELS } from '../event/list/list-labels.ts'
import {
  isInOrder,
  type ListProps,
  type ListSearch,
  type TimedRange,
} from '../event/list/list-search.ts'
import { eventsQuery, rangeParameters } from './events-query.ts'
import { useReading } from './use-reading.ts'

type AlsoMissingProps = Pick<ListProps, 'list'> & {
  search: TimedRange & Pick<ListSearch, 'company' | 'receiver'>
}

/**
 * What the company or the receiver of a filtered list also misses in the other list. Nothing until that list has been
 * read, because a number that grows would move the page.
 */
export function AlsoMissing({ list, search }: AlsoMissingProps) {
  const { from, to, from_time, to_time, company, receiver } = search
  const other = FailedEventList.options.find(option => option !== list) ?? list
  const name = company ?? receiver
  const isNamed = name !== undefined && name !== UNKNOWN_COMPANY && name !== UNKNOWN_RECEIVER
  const enabled = isNamed && isInOrder(search)
  const { version } = useReading(other, search, { enabled })
  const narrowed = { from_time, to_time, company, receiver, state: 'missing' as const }
  const filter = { ...rangeParameters(other, search), ...narrowed }
  const { data } = useQuery({
    ...eventsQuery(filter, { page: 1, size: 1 }, enabled ? version : undefined),
    placeholderData: undefined,
  })
  const missing = data?.reading.is_complete ? data.states.missing : 0
  if (missing === 0) return null
  const { path, one, many } = LIST_LABELS[other]
  return (
    <>
      {company === undefined ? 'This receiver' : <span translate="no">{company}</span>} also misses{' '}
      <Link to={path} search={{ from, to, ...narrowed }} preload={false}>
        {formatCount(missing, one, many)}
      </Link>
      . You can replay both on{' '}
      {company === undefined ? (
        <Link to="/receivers" search={{ receiver }}>
          its page
        </Link>
      ) : (
        <Link to="/companies/$name" params={{ name: company }} search={{ from, to }}>
          its page
        </Link>
      )}
      .
    </>
  )
}

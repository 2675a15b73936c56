import { useId } from 'react'
import type { EventColumn } from '../../../../contract/events.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { needsRange } from '../../event/list/list-search.ts'
import { useList } from '../../event/list/use-list.tsx'
import { callColumn } from '../../failed-events/list/event-columns.tsx'
import sortClasses from './sort-select.module.css'

type Orders = readonly (readonly [sort: string, label: string])[]

const eventOrders = (list: FailedEventList) =>
  Object.values<Orders>({
    failed_at: [
      ['-failed_at', 'Newest first'],
      ['failed_at', 'Oldest first'],
    ],
    company: [
      ['company', 'Company, A to Z'],
      ['-company', 'Company, Z to A'],
    ],
    caller: [['caller', callColumn(list)]],
    cause: [['cause', 'Why it failed']],
    receiver: [['receiver', 'Receiver']],
  } satisfies Record<EventColumn, Orders>).flat()

const GROUP_ORDERS: Orders = [
  ['-events', 'Most missing first'],
  ['events', 'Fewest missing first'],
  ['-failed', 'Most failed first'],
  ['name', 'Name, A to Z'],
  ['-name', 'Name, Z to A'],
  ['-calls', 'Most calls first'],
  ['-last', 'Latest failure first'],
]

/** Sorts on phones, where the table is a list of cards without a header. */
export function SortSelect() {
  const { list, search, change } = useList()
  const id = useId()
  const isGrouped = search.view === 'groups'
  const orders = isGrouped ? GROUP_ORDERS : eventOrders(list)
  const isListed = !isGrouped && !needsRange(search)
  const sort = isListed ? '' : (search.sort ?? orders[0]?.[0])
  return (
    <div className={sortClasses.sort}>
      {/* Around the field, it would contain the text of all options. */}
      <label htmlFor={id}>Sort</label>
      <select
        id={id}
        value={sort}
        onChange={({ currentTarget: { value } }) =>
          change(
            { view: isGrouped ? 'groups' : 'all', sort: value },
            { replace: search.view !== undefined },
          )
        }
      >
        {isListed && <option value="">As listed</option>}
        {/* The header of the table, in a wide window, offers more. */}
        {!isListed && !orders.some(([value]) => value === sort) && (
          <option value={sort}>Another order</option>
        )}
        {orders.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}

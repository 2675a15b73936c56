import { changeSort, type ListProps, needsRange } from '../../event/list/list-search.ts'
import classes from './sort-select.module.css'

type Orders = readonly (readonly [sort: string, label: string])[]

const EVENT_ORDERS: Orders = [
  ['-failed_at', 'Newest first'],
  ['failed_at', 'Oldest first'],
  ['company', 'Company, A to Z'],
  ['-company', 'Company, Z to A'],
  ['caller', 'Caller'],
  ['cause', 'Why it failed'],
  ['receiver', 'Receiver'],
]

const GROUP_ORDERS: Orders = [
  ['-events', 'Most missing first'],
  ['events', 'Fewest missing first'],
  ['name', 'Name, A to Z'],
  ['-name', 'Name, Z to A'],
  ['-calls', 'Most calls first'],
  ['-last', 'Latest failure first'],
]

/** Sorts on phones, where the table is a list of cards without a header. */
export function SortSelect({ search, onSearch }: Pick<ListProps, 'search' | 'onSearch'>) {
  const isGrouped = search.view === 'groups'
  const orders = isGrouped ? GROUP_ORDERS : EVENT_ORDERS
  const isListed = !isGrouped && !needsRange(search)
  const sort = isListed ? '' : (search.sort ?? orders[0]?.[0])
  return (
    <label className={classes.sort}>
      Sort
      <select
        value={sort}
        onChange={({ currentTarget: { value } }) =>
          onSearch(isGrouped ? { ...search, sort: value } : changeSort(search, value), {
            replace: search.view !== undefined,
          })
        }
      >
        {isListed && <option value="">As the service lists them</option>}
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
    </label>
  )
}

import { Button } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { normaliseText } from '../../../format/text.ts'
import { Card } from '../../../ui/card.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { LoadingRows } from '../../../ui/table/loading-rows.tsx'
import { Pager } from '../../../ui/table/pager.tsx'
import { readSort, sortText } from '../../../ui/table/sort-order.ts'
import { sortRows } from '../../../ui/table/sort-rows.ts'
import { useTableModel } from '../../../ui/table/use-table-model.ts'
import { useSearchText } from '../../../ui/use-search-text.ts'
import { RequestFailure } from '../../request-errors/request-failure.tsx'
import { StaleNotice } from '../../request-errors/stale-notice.tsx'
import { ColumnsButton } from '../../table-layout/columns-button.tsx'
import { useTableLayout } from '../../table-layout/use-table-layout.ts'
import { knownReceiversQuery } from '../queries/receivers-query.ts'
import { KNOWN_RECEIVER_COLUMNS, KNOWN_RECEIVER_VALUES } from './known-receiver-columns.tsx'
import classes from './known-receiver-list.module.css'
import * as messages from './messages.ts'
import { ReceiverStateFilter } from './receiver-state-filter.tsx'
import type { ReceiversSearch } from './receivers-search.ts'

const RECEIVER_ORDERS = ['state', 'receiver', 'last_delivery', 'last_failure', 'recent'] as const

type KnownReceiverListProps = {
  search: ReceiversSearch
  onSearch: (search: ReceiversSearch, options?: { replace?: boolean }) => void
}

/** All receivers of the account. They are all loaded, so turning a page sends no request. */
export function KnownReceiverList({ search, onSearch }: KnownReceiverListProps) {
  const query = useQuery(knownReceiversQuery)
  const [searchText, setSearchText] = useSearchText(search.q ?? '', q =>
    onSearch({ ...search, q, page: 1 }, { replace: true }),
  )
  const { data } = query
  const layout = useTableLayout('receivers')
  const sort = readSort(search.sort, RECEIVER_ORDERS, undefined)
  const wanted = normaliseText(searchText.trim())
  const named =
    data?.filter(({ receiver, companies }) =>
      [receiver, ...companies].some(name => normaliseText(name).includes(wanted)),
    ) ?? []
  const found = named.filter(({ state }) => search.state === undefined || state === search.state)
  const lastPage = Math.max(1, Math.ceil(found.length / search.size))
  const page = Math.min(search.page, lastPage)
  const table = useTableModel({
    columns: KNOWN_RECEIVER_COLUMNS,
    layout,
    sort,
    onSort: order => onSearch({ ...search, sort: sortText(order), page: 1 }, { replace: true }),
    pagination: {
      page,
      size: search.size,
      hasPrevious: page > 1,
      hasNext: page < lastPage,
      onPage: to => onSearch({ ...search, ...to }),
    },
  })
  if (data === undefined) {
    return (
      <Card>
        {query.error ? (
          <RequestFailure
            error={query.error}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        ) : (
          <LoadingRows label={messages.loadingReceivers} />
        )}
      </Card>
    )
  }
  if (data.length === 0) {
    return (
      <Card>
        <p className={classes.none}>{messages.noReceiversYet}</p>
      </Card>
    )
  }
  const shown = sortRows(found, sort, KNOWN_RECEIVER_VALUES).slice(
    (page - 1) * search.size,
    page * search.size,
  )
  return (
    <Card>
      <div className={classes.bar}>
        <SearchField
          label={messages.findReceiver}
          placeholder={messages.findReceiver}
          text={searchText}
          onTextChange={setSearchText}
        />
        <ReceiverStateFilter
          receivers={named}
          chosen={search.state}
          onChoose={state => onSearch({ ...search, state, page: 1 })}
        />
        <ColumnsButton columns={KNOWN_RECEIVER_COLUMNS} control={layout} />
      </div>
      {query.isRefetchError && <StaleNotice query={query} />}
      {shown.length === 0 ? (
        <EmptyState
          icon={<IconWebhook size={22} aria-hidden />}
          title={messages.noMatchingReceivers}
          message={messages.changeSearch}
        >
          <Button
            variant="default"
            size="sm"
            onClick={() => {
              setSearchText('')
              onSearch({ ...search, q: undefined, state: undefined, page: 1 })
            }}
          >
            {messages.showAllReceivers}
          </Button>
        </EmptyState>
      ) : (
        <DataTable
          label={messages.receivers}
          table={table}
          rows={shown}
          rowId={({ receiver }) => receiver}
          openRowId={search.receiver}
          onOpen={({ receiver }) => onSearch({ ...search, receiver })}
        />
      )}
      <Pager table={table} summary={messages.pageSummary(found.length, page, lastPage)} />
    </Card>
  )
}

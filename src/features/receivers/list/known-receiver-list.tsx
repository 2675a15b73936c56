import { Button } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatCount, formatNumber } from '../../../format/numbers.ts'
import { normaliseText } from '../../../format/text.ts'
import { Card } from '../../../ui/card.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { LoadingRows } from '../../../ui/table/loading-rows.tsx'
import { Pager } from '../../../ui/table/pager.tsx'
import { useTypedText } from '../../../ui/use-typed-text.ts'
import { RequestFailure } from '../../request-errors/request-failure.tsx'
import { StaleNotice } from '../../request-errors/stale-notice.tsx'
import { knownReceiversQuery } from '../queries/receivers-query.ts'
import { KNOWN_RECEIVER_COLUMNS } from './known-receiver-columns.tsx'
import classes from './known-receiver-list.module.css'
import { ReceiverStateFilter } from './receiver-state-filter.tsx'
import type { ReceiversSearch } from './receivers-search.ts'

type KnownReceiverListProps = {
  search: ReceiversSearch
  onSearch: (search: ReceiversSearch, options?: { replace?: boolean }) => void
}

/** All receivers of the account. They are all loaded, so turning a page sends no request. */
export function KnownReceiverList({ search, onSearch }: KnownReceiverListProps) {
  const query = useQuery(knownReceiversQuery)
  const [typed, type] = useTypedText(search.q ?? '', q =>
    onSearch({ ...search, q, page: 1 }, { replace: true }),
  )
  const { data } = query
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
          <LoadingRows label="Loading the receivers…" />
        )}
      </Card>
    )
  }
  if (data.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={<IconWebhook size={22} aria-hidden />}
          title="No replays to receivers yet"
          message="Redial lists a receiver after the first replay to it, or when it is set for a tracking number."
        />
      </Card>
    )
  }
  const wanted = normaliseText(typed.trim())
  const named = data.filter(({ receiver }) => normaliseText(receiver).includes(wanted))
  const found = named.filter(({ state }) => search.state === undefined || state === search.state)
  const lastPage = Math.max(1, Math.ceil(found.length / search.size))
  const page = Math.min(search.page, lastPage)
  const shown = found.slice((page - 1) * search.size, page * search.size)
  return (
    <Card>
      <div className={classes.bar}>
        <SearchField
          label="Find a receiver"
          placeholder="Find a receiver"
          typed={typed}
          onType={type}
        />
        <ReceiverStateFilter
          receivers={named}
          chosen={search.state}
          onChoose={state => onSearch({ ...search, state, page: 1 })}
        />
      </div>
      {query.isRefetchError && <StaleNotice query={query} />}
      {shown.length === 0 ? (
        <EmptyState
          icon={<IconWebhook size={22} aria-hidden />}
          title="No matching receivers"
          message="Redial searches hosts and paths. Change the search or the state."
        >
          <Button
            variant="default"
            size="sm"
            onClick={() => {
              type('')
              onSearch({ ...search, q: undefined, state: undefined, page: 1 })
            }}
          >
            Show all receivers
          </Button>
        </EmptyState>
      ) : (
        <DataTable
          label="Receivers"
          columns={KNOWN_RECEIVER_COLUMNS}
          rows={shown}
          rowId={({ receiver }) => receiver}
          openRowId={search.receiver}
          onOpen={({ receiver }) => onSearch({ ...search, receiver })}
        />
      )}
      <Pager
        summary={`${formatCount(found.length, 'receiver', 'receivers')}, page ${formatNumber(page)} of ${formatNumber(lastPage)}`}
        hasPrevious={page > 1}
        hasNext={page < lastPage}
        onPrevious={() => onSearch({ ...search, page: page - 1 })}
        onNext={() => onSearch({ ...search, page: page + 1 })}
        size={search.size}
        onSize={size => onSearch({ ...search, size, page: 1 })}
      />
    </Card>
  )
}

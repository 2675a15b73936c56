import { Button, Group } from '@mantine/core'
import '@mantine/core/styles/Group.layer.css'
import { IconBan } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Session } from '../../../contract/session.ts'
import { ApiError } from '../../api/api-error.ts'
import { Card } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { LoadingRows } from '../../ui/table/loading-rows.tsx'
import { RequestFailure } from '../request-errors/request-failure.tsx'
import { WaitNotice } from '../request-errors/wait-notice.tsx'
import type { Notification } from './batch/notification.ts'
import { BlockNumbersDrawer } from './block/block-numbers-drawer.tsx'
import { blockNumbersStart } from './block/block-numbers-start.ts'
import type { BlocklistSearch, OnBlocklistSearch } from './blocklist-search.ts'
import { BlocklistView } from './blocklist-view.tsx'
import { OutsideChanges } from './changes/outside-changes.tsx'
import { ContextTabs } from './entities/context-tabs.tsx'
import { EntitySearch } from './entities/entity-search.tsx'
import { findByContext } from './entities/find-entities.ts'
import { shownEntity } from './entities/shown-entity.ts'
import { ExportNumbers } from './export/export-numbers.tsx'
import { NotificationRegion } from './notification-region.tsx'
import { NumberCheck } from './number-check/number-check.tsx'
import { formatBlockSummary } from './records/block-summary.ts'
import { blockedEntitiesOf } from './records/blocked-entities.ts'
import { OtherRecords } from './records/other-records.tsx'
import { blocklistQuery, companiesQuery, untilReadAgain } from './records/queries.ts'
import { StaleNotice } from './stale-notice.tsx'
import { UnblockHistoryList } from './unblock/unblock-history-list.tsx'

type BlocklistPageProps = {
  session: Session
  search: BlocklistSearch
  onSearch: OnBlocklistSearch
  /** Shows only this entity. */
  onEntity: (entity: Required<Pick<BlocklistSearch, 'context' | 'entity'>>) => void
}

/** The blocked numbers of companies, groups and the partner. */
export function BlocklistPage({ session, search, onSearch, onEntity }: BlocklistPageProps) {
  const { context: tab, entity: reference, q = '', filter = '', number, add, block } = search
  const context = tab ?? 'company'
  const [notification, setNotification] = useState<Notification | null>(null)
  const blocklist = useQuery({
    ...blocklistQuery,
    select: blockedEntitiesOf,
    refetchInterval: untilReadAgain,
  })
  const entities = blocklist.data ?? null
  const found = useMemo(() => entities && findByContext(entities, q), [entities, q])
  const listed = entities?.[context].find(entity => entity.reference === reference)
  // A company that is not on the list still has a name.
  const isNameSought =
    context === 'company' && reference !== undefined && entities !== null && !listed
  const companies = useQuery({ ...companiesQuery, enabled: isNameSought })
  const name = companies.data?.find(company => company.reference === reference)?.name ?? ''
  const chosen = reference === undefined ? undefined : (listed ?? { reference, name, numbers: [] })
  const shown = found && shownEntity({ context, q, filter }, chosen, found)
  // The caller of an event is blocked for the company of that call, whatever entity is on screen.
  const target = chosen ?? (block === undefined ? shown?.entity : undefined)
  // Forms load the companies too, and an open form must not close while they load.
  const isChosenKnown = !blocklist.isPending && !(isNameSought && companies.isLoading)
  const isForbidden = blocklist.error instanceof ApiError && blocklist.error.kind === 'forbidden'
  const retry = () => void blocklist.refetch()

  return (
    <>
      <PageHeader
        title="Blocklist"
        action={
          !isForbidden && (
            <Group gap={10}>
              {entities && <ExportNumbers context={context} shown={shown} entities={entities} />}
              <Button
                leftSection={<IconBan size={16} aria-hidden />}
                onClick={() => onSearch({ add: 'true' })}
              >
                Block numbers
              </Button>
            </Group>
          )
        }
      >
        Calls from these numbers are rejected before they connect.
      </PageHeader>
      <NotificationRegion item={notification} onNotify={setNotification} />
      <UnblockHistoryList onNotify={setNotification} />
      <WaitNotice reason={blocklist.isError ? null : blocklist.failureReason} />
      {!entities && blocklist.isError ? (
        <Card>
          <RequestFailure
            error={blocklist.error}
            about="blocklist"
            onRetry={retry}
            isRetrying={blocklist.isFetching}
          />
        </Card>
      ) : (
        <>
          {blocklist.isError && (
            <StaleNotice
              error={blocklist.error}
              onRetry={retry}
              isRetrying={blocklist.isFetching}
            />
          )}
          <NumberCheck
            entities={entities}
            number={number ?? ''}
            onNumber={to => onSearch({ number: to }, { replace: true })}
          />
          <OutsideChanges />
          <ContextTabs
            context={context}
            onContext={to => onSearch({ context: to, entity: undefined, filter: undefined })}
            found={found}
            search={
              <EntitySearch
                searched={q}
                onSearched={to => onSearch({ q: to }, { replace: true })}
              />
            }
          >
            {found ? (
              <BlocklistView
                context={context}
                found={found}
                searched={q}
                shown={shown}
                onSearch={onSearch}
                onNotify={setNotification}
              />
            ) : (
              <Card>
                <LoadingRows label="Loading the blocklist…" />
              </Card>
            )}
          </ContextTabs>
          <OtherRecords />
        </>
      )}
      <BlockNumbersDrawer
        // The form stays closed for people who may not block numbers.
        isOpen={add !== undefined && (entities !== null || !isForbidden)}
        owner={`${session.service} ${session.name ?? ''} ${block ?? ''}`}
        start={
          isChosenKnown ? blockNumbersStart(target ? context : tab, target, entities, block) : null
        }
        onClose={() => onSearch({ add: undefined, block: undefined }, { replace: true })}
        onNotify={setNotification}
        onBlocked={summary => {
          setNotification({
            text: formatBlockSummary(summary),
            isSuccess: summary.missing.length === 0,
          })
          onEntity({ context: summary.context, entity: summary.entity.reference })
        }}
      />
    </>
  )
}

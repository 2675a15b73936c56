import { IconBan, IconDownload } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useMemo } from 'react'
import { PAGE_HEADS } from '../../../contract/document-data.ts'
import { formatCount, plural } from '../../../contract/text/count.ts'
import { describeError } from '../../api/error-messages.ts'
import { useTimes } from '../../format/times.ts'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PlainButton } from '../../ui/plain-button.tsx'
import { PopoverButton } from '../../ui/popover-button.tsx'
import { useSearchText } from '../../ui/search-field.tsx'
import { lazyPart } from '../request-errors/lazy-part.tsx'
import { QueryFailure } from '../request-errors/request-failure.tsx'
import { FailedReadNotice, StaleNotice, WaitNotice } from '../request-errors/request-notices.tsx'
import classes from './blocklist-page.module.css'
import { type BlocklistSearch, useBlocklistSearch } from './blocklist-search.ts'
import { BlocklistTabs } from './blocklist-tabs.tsx'
import { matchEntities, shownEntity } from './entity-matches.ts'
import { BlocklistFind } from './find/blocklist-find.tsx'
import * as messages from './messages.ts'
import { OutsideChanges } from './outside-changes.tsx'
import { type BlockedEntity, entityKey } from './records/blocked-entities.ts'
import { hasNoBlocklist } from './records/blocklist-errors.ts'
import { allBlocks, type Block, isDue, useBlockNotes } from './records/blocks.ts'
import { OtherRecords } from './records/other-records.tsx'
import { blocklistQuery, untilReadAgain, useCompanies } from './records/queries.ts'
import { UnblockHistoryList } from './unblock/unblock-history.tsx'

const ExportNumbersPanel = lazyPart(() => import('./export-numbers-panel.tsx'))
const BlockNumbersDrawer = lazyPart(() => import('./block/block-numbers-drawer.tsx'), {
  overPage: {
    onClose: ({ onClose }) => onClose(),
    isOpen: ({ isOpen }) => isOpen,
  },
})

export default function BlocklistPage() {
  const { search, onSearch } = useBlocklistSearch()
  const { title, purpose } = PAGE_HEADS['/blocklist']
  const { context = 'company', q = '' } = search
  const blocklist = useQuery({ ...blocklistQuery, refetchInterval: untilReadAgain })
  const entities = blocklist.data ?? null
  const notesQuery = useBlockNotes()
  const { data: notes } = notesQuery
  const blocks = useMemo(() => entities && allBlocks(entities, notes), [entities, notes])
  const [searchText, setSearchText] = useSearchText(q, to => onSearch({ q: to }, { replace: true }))
  // The field shows each letter immediately, even for a long list.
  const searched = useDeferredValue(searchText.trim())
  const matches = useMemo(() => entities && matchEntities(entities, searched), [entities, searched])
  const { selected, isNameLoading } = useSelectedEntity(search, entities)
  const shown = shownEntity(searched, selected, matches?.[context] ?? [])
  const isRefused = hasNoBlocklist(blocklist.error)

  return (
    <>
      <PageHeader
        title={title}
        action={
          !isRefused && (
            <div className={classes.actions}>
              {blocks && (
                <PopoverButton
                  label="Export"
                  title="Export blocked numbers"
                  icon={<IconDownload size={16} aria-hidden />}
                >
                  {() => <ExportNumbersPanel {...{ search, searched, shown, blocks }} />}
                </PopoverButton>
              )}
              <PlainButton
                data-primary
                icon={<IconBan size={16} aria-hidden />}
                onPointerEnter={BlockNumbersDrawer.preload}
                onClick={() => onSearch({ add: 'true' })}
              >
                {messages.blockNumbers}
              </PlainButton>
            </div>
          )
        }
      >
        {purpose}
      </PageHeader>
      <UnblockHistoryList />
      <WaitNotice reason={blocklist.isError ? null : blocklist.failureReason} />
      {blocklist.isLoadingError ? (
        <Card>
          <QueryFailure query={blocklist} about="blocklist" />
        </Card>
      ) : (
        <>
          <FailedReadNotices list={blocklist} notes={notesQuery} />
          <BlocklistFind blocks={blocks} searchText={searchText} onTextChange={setSearchText} />
          <OutsideChanges />
          {blocks && <DueNotice blocks={blocks} />}
          <BlocklistTabs {...{ blocks, matches, searched, shown }} />
          <OtherRecords />
        </>
      )}
      {/* The form stays closed for people who may not block numbers, and where the service has no blocklist. */}
      {(entities !== null || !isRefused) && (
        <BlockNumbersDrawer
          {...{ entities, shown }}
          isOpen={search.add !== undefined}
          onClose={() => onSearch({ add: undefined, block: undefined }, { replace: true })}
          // Forms load the companies too, and an open form must not close while they load.
          isLoading={blocklist.isPending || isNameLoading}
        />
      )}
    </>
  )
}

function FailedReadNotices({ list, notes }: Record<'list' | 'notes', UseQueryResult<unknown>>) {
  if (list.isRefetchError) {
    return (
      <StaleNotice query={list}>
        This list may be out of date. {describeError(list.error, 'blocklist').message}
      </StaleNotice>
    )
  }
  if (!notes.isError) return null
  // Cells without a note would look as if nobody had noted anything.
  return (
    <FailedReadNotice query={notes}>
      {notes.isLoadingError
        ? 'So this page doesn’t say why, by whom and until when numbers are blocked.'
        : 'Why, by whom and until when numbers are blocked may be out of date.'}
    </FailedReadNotice>
  )
}

/** The entity in the URL. A company that is not on the list still has a name. */
function useSelectedEntity(
  { view, context = 'company', entity: reference, name: nameOfLink }: BlocklistSearch,
  entities: BlockedEntity[] | null,
): { selected: BlockedEntity | undefined; isNameLoading: boolean } {
  // In the list of all numbers, it is a filter.
  const isFilter = view === 'all'
  const key = isFilter ? reference : reference && entityKey({ context, reference })
  const listed = entities?.find(one => entityKey(one) === key)
  const isUnlisted = reference !== undefined && entities !== null && !listed
  const enabled = isUnlisted && !isFilter && context === 'company'
  const { companies, isLoading } = useCompanies(enabled)
  const isNameLoading = enabled && isLoading
  if (listed || !reference || isFilter) return { selected: listed, isNameLoading }
  const company = companies.find(company => company.reference === reference)
  const name = company?.name ?? nameOfLink ?? reference
  return { selected: { context, reference, name, numbers: [] }, isNameLoading }
}

/** Says that blocks are due. They are never unblocked automatically. */
function DueNotice({ blocks }: { blocks: Block[] }) {
  const today = useTimes().today()
  const count = useMemo(() => blocks.filter(block => isDue(block, today)).length, [blocks, today])
  if (count === 0) return null
  return (
    <div className={classes.due}>
      <Notice tone="wait">
        {formatCount(count, 'block is', 'blocks are')} due.{' '}
        <Link from="/blocklist" search={{ view: 'all', due: 'due' }}>
          Show {plural(count, 'it', 'them')}
        </Link>
      </Notice>
    </div>
  )
}

import { Button, Group, Tabs } from '@mantine/core'
import { IconBan, IconDownload } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  type ReactNode,
  Suspense,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type Entity, EntityContext } from '../../../contract/blocklist.ts'
import { PAGE_HEADS } from '../../../contract/document-data.ts'
import type { Session } from '../../../contract/session.ts'
import { formatCount, formatNumber, plural } from '../../../contract/text/count.ts'
import { ApiError } from '../../api/api-error.ts'
import { useTimes } from '../../format/times.ts'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PopoverButton } from '../../ui/popover-button.tsx'
import { useSearchText } from '../../ui/search-field.tsx'
import { SideDrawer } from '../../ui/side-drawer.tsx'
import { LoadingRows } from '../../ui/table/loading-rows.tsx'
import { focusIfLost } from '../../ui/use-focus-if-lost.ts'
import { lazyPart } from '../request-errors/lazy-part.tsx'
import { QueryFailure } from '../request-errors/request-failure.tsx'
import { FailedReadNotice, WaitNotice } from '../request-errors/request-notices.tsx'
import { sessionOwner } from '../session/account-storage.ts'
import type { BlockNumbersFormProps } from './block/use-block-numbers.ts'
import classes from './blocklist-page.module.css'
import type { BlocklistSearch, OnBlocklistSearch } from './blocklist-search.ts'
import { BlocklistView, type BlocklistViewProps } from './blocklist-view.tsx'
import { type ChangeSummary, withSummary } from './change/blocklist-change.ts'
import {
  type EntityMatches,
  matchEntities,
  type ShownEntity,
  shownEntity,
} from './entity-matches.ts'
import { BlocklistFind } from './find/blocklist-find.tsx'
import * as messages from './messages.ts'
import { NumbersPanel } from './numbers/numbers-panel.tsx'
import { OutsideChanges } from './outside-changes.tsx'
import { type BlockedEntity, CONTEXT_LABELS, CONTEXTS } from './records/blocked-entities.ts'
import { blocklistErrorMessage } from './records/blocklist-errors.ts'
import { allBlocks, type Block, isDue, useBlockNotes } from './records/blocks.ts'
import { OtherRecords } from './records/other-records.tsx'
import { blocklistQuery, companiesQuery, untilReadAgain } from './records/queries.ts'
import { useBlocklistUndo } from './unblock/unblock-history.ts'
import { UnblockHistoryList } from './unblock/unblock-history-list.tsx'
import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Tabs.layer.css'

const ExportNumbersPanel = lazyPart(
  async () => (await import('./export-numbers-panel.tsx')).ExportNumbersPanel,
)
/** Loaded on demand, because it includes the table of all countries. */
const BlockNumbersForm = lazyPart(
  async () => (await import('./block/block-numbers-form.tsx')).BlockNumbersForm,
)

type BlocklistPageProps = {
  session: Session
  search: BlocklistSearch
  onSearch: OnBlocklistSearch
  /** Replaces all parameters of the URL. */
  onOpen: (search: BlocklistSearch, options: { replace: boolean }) => void
}

export function BlocklistPage({ session, search, onSearch, onOpen }: BlocklistPageProps) {
  const { title, purpose } = PAGE_HEADS['/blocklist']
  const { context: tab, entity: reference, q = '' } = search
  const context = tab ?? 'company'
  const blocklist = useQuery({ ...blocklistQuery, refetchInterval: untilReadAgain })
  const entities = blocklist.data ?? null
  const notesQuery = useBlockNotes()
  const { data: notes } = notesQuery
  const blocks = useMemo(() => entities && allBlocks(entities, notes), [entities, notes])
  const [searchText, setSearchText] = useSearchText(q, to => onSearch({ q: to }, { replace: true }))
  // The field shows each letter immediately, even for a long list.
  const searched = useDeferredValue(searchText.trim())
  const matches = useMemo(() => entities && matchEntities(entities, searched), [entities, searched])
  const { selected, isNameLoading } = useSelectedEntity(context, reference, entities)
  const shown = matches && shownEntity(searched, selected, matches[context])
  const isForbidden = blocklist.error instanceof ApiError && blocklist.error.kind === 'forbidden'

  return (
    <>
      <PageHeader
        title={title}
        action={
          !isForbidden && (
            <Group gap={10}>
              {blocks && (
                <PopoverButton
                  label="Export"
                  title="Export blocked numbers"
                  icon={<IconDownload size={16} aria-hidden />}
                >
                  {() => <ExportNumbersPanel {...{ search, searched, shown, blocks }} />}
                </PopoverButton>
              )}
              <Button
                leftSection={<IconBan size={16} aria-hidden />}
                onClick={() => onSearch({ add: 'true' })}
              >
                {messages.blockNumbers}
              </Button>
            </Group>
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
          <StaleBlocklistNotice query={blocklist} />
          {!blocklist.isError && <NotesNotice query={notesQuery} />}
          <BlocklistFind blocks={blocks} searchText={searchText} onTextChange={setSearchText} />
          <OutsideChanges />
          {blocks && <DueNotice blocks={blocks} />}
          <BlocklistTabs
            tab={search.view ?? context}
            onTab={to => onOpen({ ...to, q: search.q }, { replace: false })}
            matches={matches}
          >
            <ListOnScreen {...{ blocks, matches, shown, notes, search, searched, onSearch }} />
          </BlocklistTabs>
          <OtherRecords />
        </>
      )}
      {/* The form stays closed for people who may not block numbers. */}
      {(entities !== null || !isForbidden) && (
        <BlockNumbersDrawer
          {...{ session, search, onSearch, onOpen, entities, selected, shown }}
          // Forms load the companies too, and an open form must not close while they load.
          isLoading={blocklist.isPending || isNameLoading}
        />
      )}
    </>
  )
}

type ListOnScreenProps = Omit<BlocklistViewProps, 'blocks' | 'matches'> & {
  /** null while they are loading. */
  blocks: Block[] | null
  matches: EntityMatches | null
}

/** All numbers, or the entities of the chosen tab. */
function ListOnScreen({ blocks, matches, ...list }: ListOnScreenProps) {
  if (blocks === null || matches === null) {
    return (
      <Card>
        <LoadingRows label="Loading the blocklist…" />
      </Card>
    )
  }
  if (list.search.view === 'all') return <NumbersPanel {...list} all={blocks} shown={null} />
  return <BlocklistView {...list} blocks={blocks} matches={matches} />
}

const LOADING = <LoadingRows label="Loading…" rows={4} />

type BlockNumbersDrawerProps = BlocklistPageProps & {
  entities: BlockedEntity[] | null
  isLoading: boolean
  /** The entity in the URL. */
  selected: BlockedEntity | undefined
  shown: ShownEntity | null
}

function BlockNumbersDrawer(props: BlockNumbersDrawerProps) {
  const { session, search, onSearch, onOpen, entities, isLoading, selected, shown } = props
  const { context = 'company', add, block } = search
  // The caller of an event is blocked for the company of that call. If there are several entities, a person chooses.
  const isChosen = shown?.isOnly === true && search.view !== 'all' && block === undefined
  const target = selected ?? (isChosen ? shown.entity : undefined)
  const [isBusy, setIsBusy] = useState(false)
  const { say } = useBlocklistUndo()
  /** What was blocked since the form was opened. */
  const blocked = useRef<ChangeSummary[]>([])
  const sayAll = () => {
    if (blocked.current.length > 0) say(blocked.current)
    blocked.current = []
  }
  const onLeave = useEffectEvent(sayAll)
  useEffect(() => () => onLeave(), [])
  const close = () => {
    const last = blocked.current.at(-1)
    sayAll()
    // The numbers that were blocked last come first.
    if (last === undefined) onSearch({ add: undefined, block: undefined }, { replace: true })
    else if (search.view === 'all') onOpen({ view: 'all', sort: '-at' }, { replace: true })
    else {
      const { context, entity } = last
      onOpen({ context, entity: entity.reference, sort: '-at' }, { replace: true })
    }
  }
  return (
    <SideDrawer
      title={messages.blockNumbers}
      isOpen={add !== undefined}
      // Numbers are being sent, and this drawer will show the outcome.
      isBusy={isBusy}
      size={800}
      onClose={close}
    >
      <Suspense fallback={LOADING}>
        {isLoading ? (
          LOADING
        ) : (
          <>
            <BlockNumbersForm
              owner={`${sessionOwner(session)} ${block ?? ''}`}
              start={startOfForm(context, target, entities, block)}
              onClose={close}
              onBusy={setIsBusy}
              onLate={(summary, text) => say([summary], text)}
              onBlocked={summary => {
                blocked.current = withSummary(blocked.current, summary)
              }}
            />
            <FocusAfterClosing />
          </>
        )}
      </Suspense>
    </SideDrawer>
  )
}

/** Says that the list on screen is old, because it could not be refreshed, and what to do. */
function StaleBlocklistNotice({ query }: { query: UseQueryResult<unknown> }) {
  const times = useTimes()
  if (!query.isRefetchError) return null
  const asOf = times.brief(new Date(query.dataUpdatedAt).toISOString())
  return (
    <FailedReadNotice query={query}>
      Last updated {asOf} {times.zone}. This list may be out of date.{' '}
      {blocklistErrorMessage(query.error).message}
    </FailedReadNotice>
  )
}

/** Cells without a note would look as if nobody had noted anything. */
function NotesNotice({ query }: { query: UseQueryResult<unknown> }) {
  if (!query.isError) return null
  return (
    <FailedReadNotice query={query}>
      {query.isLoadingError
        ? 'So this page doesn’t say why, by whom and until when numbers are blocked.'
        : 'Why, by whom and until when numbers are blocked may be out of date.'}
    </FailedReadNotice>
  )
}

/** The entity in the URL. A company that is not on the list still has a name. */
function useSelectedEntity(
  context: EntityContext,
  reference: string | undefined,
  entities: BlockedEntity[] | null,
): { selected: BlockedEntity | undefined; isNameLoading: boolean } {
  const listed = entities?.find(one => one.context === context && one.reference === reference)
  const enabled = context === 'company' && reference !== undefined && entities !== null && !listed
  const companies = useQuery({ ...companiesQuery, enabled })
  const isNameLoading = enabled && companies.isLoading
  if (listed || reference === undefined) return { selected: listed, isNameLoading }
  const name = companies.data?.find(company => company.reference === reference)?.name ?? ''
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

type BlocklistTabsProps = {
  tab: EntityContext | 'all'
  onTab: (search: Pick<BlocklistSearch, 'view' | 'context'>) => void
  /** null while they are unknown: no count is shown then. */
  matches: EntityMatches | null
  children: ReactNode
}

/** Tabs for the entity contexts, with the number of entities that match, and one for all numbers. */
function BlocklistTabs({ tab, onTab, matches, children }: BlocklistTabsProps) {
  return (
    <Tabs
      value={tab}
      onChange={value =>
        onTab(value === 'all' ? { view: 'all' } : { context: EntityContext.safeParse(value).data })
      }
      keepMounted={false}
      classNames={{ list: classes.list, tab: classes.tab }}
    >
      <Tabs.List aria-label="What the numbers are blocked for">
        {CONTEXTS.map(each => (
          <Tabs.Tab key={each} value={each}>
            {CONTEXT_LABELS[each].title}
            {matches && (
              <span className={classes.count}> {formatNumber(matches[each].length)}</span>
            )}
          </Tabs.Tab>
        ))}
        <Tabs.Tab value="all">All</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value={tab}>{children}</Tabs.Panel>
    </Tabs>
  )
}

/** A link that opened the form has no button on this page to return the focus to. */
function FocusAfterClosing() {
  // Once the drawer is removed, and the focus with it. That is a moment after its transition.
  useEffect(
    () => () =>
      focusIfLost({
        get current() {
          const headings = document.querySelectorAll<HTMLElement>('main :is(h1, h2)[tabindex="-1"]')
          return [...headings].findLast(heading => heading.getClientRects().length > 0) ?? null
        },
      }),
    [],
  )
  return null
}

/**
 * The initial values of the form: the entity on the page, or the context of the chosen tab. An account usually has
 * one partner, so the only known one is used.
 */
function startOfForm(
  context: EntityContext,
  shown: Entity | undefined,
  entities: BlockedEntity[] | null,
  number = '',
): BlockNumbersFormProps['start'] {
  const [partner, ...others] = entities?.filter(one => one.context === 'partner') ?? []
  const onlyPartner = context === 'partner' && others.length === 0 ? partner : undefined
  const entity = shown ?? onlyPartner
  return {
    entity_context_name: context,
    entity: { name: entity?.name ?? '', reference: entity?.reference ?? '' },
    number,
  }
}

import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { plural } from '../../../../contract/text/count.ts'
import { addDays } from '../../../../contract/time/calendar-date.ts'
import { errorText } from '../../../api/error-messages.ts'
import { useTimes } from '../../../format/times.ts'
import { Card } from '../../../ui/card.tsx'
import { notify } from '../../../ui/notification/notify.ts'
import { PlainButton } from '../../../ui/plain-button.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { useTableModel } from '../../../ui/table/use-table-model.ts'
import { VirtualTable } from '../../../ui/table/virtual-table.tsx'
import { focusIfLost, useFocusIfLost } from '../../../ui/use-focus-if-lost.ts'
import { lazyPart } from '../../request-errors/lazy-part.tsx'
import { ColumnsButton } from '../../table-layout/columns-button.tsx'
import { useTableLayout } from '../../table-layout/use-table-layout.ts'
import { type BlocklistSearch, useBlocklistSearch } from '../blocklist-search.ts'
import { useChangeNotes } from '../change/use-blocklist-change.tsx'
import type { ShownEntity } from '../entity-matches.ts'
import * as messages from '../messages.ts'
import { numberMatch } from '../phone/number-search.ts'
import { type AnyEntity, CONTEXT_LABELS, isSameEntity } from '../records/blocked-entities.ts'
import { type Block, groupsOf, useBlockNotes } from '../records/blocks.ts'
import { UnblockDialog } from '../unblock/unblock-dialog.tsx'
import { UndoLatest } from '../unblock/unblock-history.tsx'
import { type BlockFilter, BlockFilterPill, FILTERS, matchBlocks } from './block-filters.tsx'
import { type ToUnblock, unblockId, useNumberColumns } from './number-columns.tsx'
import tableClasses from './number-table.module.css'
import classes from './numbers-panel.module.css'

const NoteDialog = lazyPart(() => import('../block-notes.tsx'))
/** Loaded on demand, because it includes the table of all countries. */
const UnblockList = lazyPart(() => import('../unblock/unblock-list.tsx'))

/** How many days later a block ends after a person extends it. */
const EXTENDED_DAYS = 30
/** Same as in the style sheet. Rows of a fixed height need no measuring. */
const ROW_HEIGHTS = { comfortable: 48, compact: 36 }
/** On phones, the rows of all entities have a line each for the entity, why and by whom. */
const TALL_ROW_HEIGHT = 86
/** The bar above the table, and the head of the table. */
const COVERED_TOP = 98

type NumbersPanelProps = {
  /** The blocks of all entities. */
  all: Block[]
  searched: string
  /** Whose numbers are shown; null for the numbers of all entities, with filters. */
  shown: ShownEntity | null
  /** Called when a person unblocks something. */
  onWork?: () => void
}

/** A table of blocked numbers, which can be selected, unblocked and noted. */
export function NumbersPanel(props: NumbersPanelProps) {
  const { all, searched, shown } = props
  const { search, onSearch } = useBlocklistSearch()
  const { data: notes, isLoadingError } = useBlockNotes()
  const isDueList = shown === null && search.due === 'due'
  const today = useTimes().today()
  const [isListOpen, setIsListOpen] = useState(false)
  /** For which a dialog asks; empty while it is closed. */
  const [toUnblock, setToUnblock] = useState<ToUnblock | null>(null)
  const [toNote, setToNote] = useState<Block[]>([])
  const panel = useRef<HTMLElement>(null)
  const heading = useFocusIfLost<HTMLHeadingElement>()
  const columns = useNumberColumns({
    isAll: shown === null,
    notes,
    onUnblock: setToUnblock,
    onNote: setToNote,
  })
  const entity = shown?.entity
  const isListed = useCallback(
    (block: Block) => entity === undefined || isSameEntity(block.entity, entity),
    [entity],
  )
  const blocks = useMemo(() => all.filter(isListed), [all, isListed])
  const filter = shown?.filter
  const match = useMemo(
    () => matchListed(filter, search, searched, today),
    [filter, search, searched, today],
  )
  const { layout, ...look } = useLook(shown === null)
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(NONE)
  const table = useTableModel({
    columns,
    layout,
    sort: search.sort,
    onSort: sort => onSearch({ sort }, { replace: true }),
    selection: {
      isSome: selectedIds.size > 0,
      isSelected: useCallback(id => selectedIds.has(id), [selectedIds]),
      onSelect: (ids, isOn) =>
        setSelectedIds(old => {
          const changed = new Set(old)
          for (const id of ids) isOn ? changed.add(id) : changed.delete(id)
          return changed
        }),
      selectionId: idOf,
    },
  })
  const { sort } = table
  const sorted = useMemo(() => sortBlocks(blocks, columns, sort), [blocks, columns, sort])
  const rows = useMemo(() => (match ? sorted.filter(match) : sorted), [sorted, match])
  // Scroll up, otherwise a person who filters from far down sees the end of the results.
  useLayoutEffect(() => {
    const isAbove = panel.current && panel.current.getBoundingClientRect().top < 0
    if (match && isAbove) panel.current?.scrollIntoView()
  }, [match])
  /** Only listed ones: nothing happens to a number that a filter hides, or that was unblocked in the meantime. */
  const selected = useMemo(() => rows.filter(({ id }) => selectedIds.has(id)), [rows, selectedIds])
  const chosen = selected.length === 0 && isDueList ? rows : selected
  return (
    <Card>
      <section ref={panel} className={classes.panel}>
        <PanelHeader {...{ heading, blocks, entity, searched, isLoadingError }} />
        {blocks.length > 0 && (
          <div className={classes.bar} data-selected={chosen.length > 0}>
            <p role="status" className={classes.found}>
              {/* The header has the count of all. */}
              {match && messages.partOfNumbers(rows.length, blocks.length)}
            </p>
            {chosen.length > 0 && (
              <BlockActions
                blocks={chosen}
                isEach={chosen === rows}
                isDueList={isDueList}
                onUnblock={() => setToUnblock({ blocks: chosen, about: '' })}
                areNotesKnown={notes !== undefined}
                onNote={setToNote}
                next={heading}
              />
            )}
            <PlainButton className={classes.list} onClick={() => setIsListOpen(true)}>
              {messages.unblockList}
            </PlainButton>
            <ColumnsButton columns={columns} control={layout} />
          </div>
        )}
        {rows.length > 0 ? (
          <VirtualTable
            label={entity ? `Numbers blocked for ${entity.name}` : 'All blocked numbers'}
            {...look}
            table={table}
            rows={rows}
            keyOf={idOf}
            focusId={unblockId}
            coveredTop={COVERED_TOP}
          />
        ) : (
          <p className={classes.none}>
            {formatNone(blocks.length, entity, notes ? {} : search)}{' '}
            {match && <FirstMatch matches={all.filter(match)} searched={searched} />}
          </p>
        )}
      </section>
      {isListOpen && (
        <UnblockList
          isListed={isListed}
          onUnblock={setToUnblock}
          onClose={() => setIsListOpen(false)}
        />
      )}
      {toUnblock && (
        <UnblockDialog
          {...toUnblock}
          onConfirm={() => props.onWork?.()}
          onDone={rest => {
            setSelectedIds(rest)
            setIsListOpen(false)
          }}
          onClose={() => {
            setToUnblock(null)
            // The row of an unblocked number is gone, and with it the focused button.
            focusIfLost(heading)
          }}
        />
      )}
      {toNote.length > 0 && <NoteDialog blocks={toNote} onClose={() => setToNote([])} />}
    </Card>
  )
}

/** The layout that the person chose, and what follows from it. */
function useLook(isAll: boolean) {
  const layout = useTableLayout(isAll ? 'all-blocked-numbers' : 'blocked-numbers')
  const { density } = layout.layout
  const isPhone = useMediaQuery('(max-width: 674px)', false, { getInitialValueInEffect: false })
  const isTall = isPhone && isAll && density === 'comfortable'
  return {
    layout,
    className: clsx(tableClasses.table, isTall && tableClasses.tall),
    rowHeight: isTall ? TALL_ROW_HEIGHT : ROW_HEIGHTS[density],
  }
}

/**
 * Says why the table is empty.
 *
 * @param unread the filters, if the notes are not loaded
 */
function formatNone(count: number, entity: AnyEntity | undefined, unread: BlocklistSearch): string {
  if (FILTERS.some(({ name, isOfNotes }) => isOfNotes && unread[name]))
    return 'This filter needs notes about the numbers, which are not loaded.'
  if (count > 0) return `No matches in ${messages.numberCount(count)}.`
  if (entity === undefined) return 'No numbers are blocked.'
  return `This ${CONTEXT_LABELS[entity.context].one} is not on the blocklist.`
}

/** A link to the first entity whose numbers match. */
function FirstMatch({ matches, searched }: { matches: Block[]; searched: string }) {
  const [[entity, blocks] = []] = groupsOf(matches)
  if (entity === undefined || blocks === undefined) return null
  return (
    <Link
      from="/blocklist"
      search={{ context: entity.context, entity: entity.reference, q: searched }}
      resetScroll={false}
    >
      Show {messages.nameBlocks(blocks)} in the blocklist of{' '}
      <span translate="no">{entity.name}</span>
    </Link>
  )
}

type BlockActionsProps = {
  /** The selected ones, or all that are due. */
  blocks: Block[]
  isEach: boolean
  isDueList: boolean
  onUnblock: () => void
  areNotesKnown: boolean
  onNote: (blocks: Block[]) => void
  /** Gets the focus if the buttons have gone. */
  next: RefObject<HTMLElement | null>
}

function BlockActions(props: BlockActionsProps) {
  const { blocks, isEach, isDueList, onUnblock, areNotesKnown, onNote, next } = props
  const today = useTimes().today()
  const noting = useChangeNotes()
  const count = messages.numberCount(blocks.length)
  const extend = async () => {
    const text = `${count} ${plural(blocks.length, 'is', 'are')} due again in ${EXTENDED_DAYS} days.`
    const fields = { until: addDays(today, EXTENDED_DAYS) }
    await noting.mutateAsync({ blocks, fields }).then(
      () => notify({ topic: 'blocklist', text }),
      error => notify({ topic: 'blocklist', text: errorText(error), isSuccess: false }),
    )
    focusIfLost(next)
  }
  return (
    <>
      <PlainButton data-primary onClick={onUnblock}>
        Unblock {isEach && 'all '}
        {count}
      </PlainButton>
      {isDueList && (
        <PlainButton isLoading={noting.isPending} onClick={() => void extend()}>
          Extend by {EXTENDED_DAYS} days
        </PlainButton>
      )}
      {areNotesKnown && <PlainButton onClick={() => onNote(blocks)}>Edit reason</PlainButton>}
    </>
  )
}

type PanelHeaderProps = {
  searched: string
  heading: RefObject<HTMLHeadingElement | null>
  blocks: Block[]
  /** Whose numbers are shown; undefined for all. */
  entity: AnyEntity | undefined
  /** Whether the notes could not be loaded. */
  isLoadingError: boolean
}

function PanelHeader({ heading, entity, blocks, searched, isLoadingError }: PanelHeaderProps) {
  const { search } = useBlocklistSearch()
  const isUsable = ({ name, isOfNotes }: BlockFilter) =>
    !(isOfNotes && isLoadingError) || search[name] !== undefined
  const isDueList = search.due === 'due'
  const count = blocks.length === 0 ? 'No numbers' : messages.numberCount(blocks.length)
  return (
    <header className={classes.header}>
      <h2 ref={heading} tabIndex={-1} translate={entity && 'no'}>
        {entity ? entity.name : isDueList ? 'Due blocks' : 'All numbers'}
      </h2>
      {entity && <UndoLatest entity={entity} next={heading} />}
      {entity ? (
        <p className={classes.about}>
          <span className={classes.phrase}>
            {count} blocked for this {CONTEXT_LABELS[entity.context].one} ·
          </span>{' '}
          <span className={classes.phrase}>
            Reference <span translate="no">{entity.reference}</span>
          </span>
        </p>
      ) : (
        <p className={classes.about}>
          {isDueList
            ? 'These numbers stay blocked until somebody unblocks them.'
            : `${count} blocked for companies, partners and groups`}
        </p>
      )}
      {!entity && (
        <div className={classes.filters}>
          {FILTERS.filter(isUsable).map(filter => (
            <BlockFilterPill key={filter.name} {...{ filter, blocks, searched }} />
          ))}
        </div>
      )}
    </header>
  )
}

const idOf = ({ id }: Block) => id

const NONE: ReadonlySet<string> = new Set()

/** @param filter of one entity's numbers; undefined for those of all entities, which have filters */
function matchListed(filter: string | undefined, ...search: Parameters<typeof matchBlocks>) {
  if (filter === undefined) return matchBlocks(...search)
  const match = numberMatch(filter)
  return match && (({ number }: Block) => match(number))
}

/** Compared as they are, because a comparison by the rules of a language takes seconds for 100,000. */
function sortBlocks(blocks: Block[], columns: Column<Block>[], sort = ''): Block[] {
  const sortValue = columns.find(({ id }) => id === sort.replace('-', ''))?.sortValue
  if (sortValue === undefined) return blocks
  const sign = sort.startsWith('-') ? -1 : 1
  return blocks
    .map(block => ({ block, value: sortValue(block) ?? '' }))
    .sort((a, b) => sign * (a.value < b.value ? -1 : a.value > b.value ? 1 : 0))
    .map(({ block }) => block)
}

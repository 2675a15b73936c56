import { createContext, use } from 'react'
import type { RefusedCheck } from '../../../../contract/blocklist/blocklist-extensions.ts'
import { formatNumber } from '../../../../contract/text/count.ts'
import { formatPhoneNumber } from '../../../../contract/text/phone-number.ts'
import { formatShortDay, shortDate } from '../../../../contract/time/day-text.ts'
import { useTimes } from '../../../format/times.ts'
import type { Column } from '../../../ui/table/column.ts'
import { AllRowsCheckbox, RowCheckbox } from '../../../ui/table/row-checkbox.tsx'
import type { SelectionControl } from '../../../ui/table/row-selection.ts'
import type { SortOrder } from '../../../ui/table/sort-order.ts'
import type { LayoutControl } from '../../../ui/table/table-layout.ts'
import { useTableModel } from '../../../ui/table/use-table-model.ts'
import { VirtualTable } from '../../../ui/table/virtual-table.tsx'
import * as messages from '../messages.ts'
import { usePhoneRules } from '../phone/use-phone-rules.ts'
import { CONTEXT_LABELS } from '../records/blocked-entities.ts'
import { type Block, isDue } from '../records/blocks.ts'
import classes from './number-table.module.css'

/** Same as in the style sheet. Rows of a fixed height need no measuring. */
const ROW_HEIGHTS = { comfortable: 48, compact: 36 }
/** The bar above the table, and the head of the table. */
const COVERED_TOP = 98

type NumberTableProps = {
  label: string
  columns: Column<Block>[]
  blocks: Block[]
  layout: LayoutControl
  sort: SortOrder | undefined
  onSort: (sort: SortOrder) => void
  selection: Omit<SelectionControl<Block>, 'selectionId'>
  actions: Actions
}

type Actions = {
  onUnblock: (block: Block) => void
  onNote: (block: Block) => void
  /** Whether the notes are loaded. */
  areNotesKnown: boolean
}

/** All of these numbers, each with its checkbox and Unblock. */
export function NumberTable(props: NumberTableProps) {
  const { label, columns, blocks, layout, sort, onSort, selection, actions } = props
  const table = useTableModel({
    columns,
    layout,
    sort,
    onSort,
    selection: { ...selection, selectionId: idOf },
  })
  return (
    <ActionsContext value={actions}>
      <VirtualTable
        label={label}
        className={classes.table}
        table={table}
        rows={blocks}
        keyOf={idOf}
        focusId={unblockId}
        rowHeight={ROW_HEIGHTS[layout.layout.density]}
        coveredTop={COVERED_TOP}
      />
    </ActionsContext>
  )
}

const idOf = ({ id }: Block) => id

/** What a row is called, in a table of one entity and in a table of all. */
const numberItself = ({ number }: Block) => number
const numberFor = ({ number, context, entity }: Block) =>
  `${number} for ${CONTEXT_LABELS[context].one} ${entity.name || entity.reference}`

const SELECTED = (nameOf: (block: Block) => string): Column<Block> => ({
  id: 'selected',
  name: 'Select',
  header: blocks => (
    <AllRowsCheckbox
      label={`Select all ${formatNumber(blocks.length)}`}
      count={blocks.length}
      className={classes.select}
    />
  ),
  width: '48px',
  isFixed: true,
  className: classes.selected,
  cell: block => (
    <RowCheckbox id={block.id} name={`Select ${nameOf(block)}`} className={classes.select} />
  ),
})

const NUMBER: Column<Block> = {
  id: 'number',
  header: 'Phone number',
  sortFirst: 'ascending',
  width: '150px',
  className: classes.number,
  cell: ({ number }) => <span translate="no">{formatPhoneNumber(number)}</span>,
}

const ENTITY: Column<Block> = {
  id: 'entity',
  header: 'Blocked for',
  sortFirst: 'ascending',
  className: classes.entity,
  cell: ({ context, entity }) => (
    <span className={classes.lines}>
      <span translate="no">{entity.name || entity.reference}</span>{' '}
      <span className={classes.dimmed}>{CONTEXT_LABELS[context].title}</span>
    </span>
  ),
}

const ABOUT: Column<Block>[] = [
  {
    id: 'reason',
    header: 'Why',
    sortFirst: 'ascending',
    share: 2,
    className: classes.reason,
    cell: block => <Reason block={block} />,
  },
  {
    id: 'at',
    header: 'Blocked by',
    sortFirst: 'descending',
    share: 2,
    className: classes.by,
    cell: block => <Author block={block} />,
  },
  {
    id: 'until',
    header: 'Until',
    sortFirst: 'ascending',
    width: '110px',
    className: classes.until,
    cell: block => <Until block={block} />,
  },
]

/** If the service tells. */
const REFUSED: Column<Block> = {
  id: 'refused',
  header: 'Refused calls',
  sortFirst: 'descending',
  width: '90px',
  className: classes.refused,
  cell: ({ refused }) => refused && <Refused refused={refused} />,
}

const COUNTRY: Column<Block> = {
  id: 'country',
  header: 'Country',
  isHiddenAtFirst: true,
  className: classes.country,
  cell: ({ number }) => <Country number={number} />,
}

const UNBLOCK = (nameOf: (block: Block) => string): Column<Block> => ({
  id: 'unblock',
  header: 'Unblock',
  hideHeader: true,
  width: '104px',
  isFixed: true,
  className: classes.unblock,
  cell: block => <UnblockButton block={block} name={nameOf(block)} />,
})

const columnsFor = (nameOf: (block: Block) => string, own: Column<Block>[]) => ({
  usual: [SELECTED(nameOf), ...own, ...ABOUT, COUNTRY, UNBLOCK(nameOf)],
  withRefused: [SELECTED(nameOf), ...own, ...ABOUT, REFUSED, COUNTRY, UNBLOCK(nameOf)],
})
/** The columns for the numbers of one entity. */
export const ENTITY_COLUMNS = columnsFor(numberItself, [NUMBER])
/** The columns for the numbers of all entities. */
export const ALL_COLUMNS = columnsFor(numberFor, [NUMBER, ENTITY])

function Country({ number }: { number: string }) {
  return <span>{usePhoneRules().data?.countryOfNumber(number)?.country}</span>
}

function Reason({ block }: { block: Block }) {
  const { onNote, areNotesKnown } = use(ActionsContext)
  const text = formatReason(block)
  if (!areNotesKnown) return null
  return (
    <button
      type="button"
      aria-label={
        text ? `Why ${block.number} is blocked: ${text}` : `Add a reason for ${block.number}`
      }
      title={text || undefined}
      onClick={() => onNote(block)}
    >
      {text || <span className={classes.dimmed}>Add a reason</span>}
    </button>
  )
}

/** "Spam: sells solar panels"; '' if nothing is noted */
function formatReason({ note }: Block): string {
  return [note?.reason && messages.REASONS[note.reason], note?.note].filter(Boolean).join(': ')
}

function Author({ block: { note } }: { block: Block }) {
  const times = useTimes()
  const { areNotesKnown } = use(ActionsContext)
  if (!areNotesKnown) return null
  if (!note?.at) return <span className={classes.dimmed}>Outside Redial</span>
  return (
    <span className={classes.lines}>
      <span translate="no">{note.who ?? 'A script'}</span>{' '}
      <time dateTime={note.at} title={times.full(note.at)} className={classes.dimmed}>
        {times.brief(note.at)}
      </time>
    </span>
  )
}

function Until({ block }: { block: Block }) {
  const today = useTimes().today()
  const until = block.note?.until
  if (!until) return null
  return <span data-due={isDue(block, today) || undefined}>{shortDate(until)}</span>
}

function Refused({ refused: { count, last_at } }: { refused: RefusedCheck }) {
  const times = useTimes()
  const title = `${formatNumber(count)} in 90 days, the last on ${times.full(last_at)}`
  return (
    <span title={title} className={classes.lines}>
      <span>{formatNumber(count)}</span>{' '}
      <span className={classes.dimmed}>last {formatShortDay(last_at.slice(0, 10))}</span>
    </span>
  )
}

function UnblockButton({ block, name }: { block: Block; name: string }) {
  const { onUnblock } = use(ActionsContext)
  return (
    // A plain button: the library's takes as long to render as the rest of the row.
    <button
      type="button"
      id={unblockId(block)}
      aria-label={`Unblock ${name}`}
      onClick={() => onUnblock(block)}
    >
      {messages.unblock}
    </button>
  )
}

/** The id of the button in a number's row, which gets the focus. */
function unblockId({ id }: Block): string {
  return `unblock-${encodeURIComponent(id)}`
}

/** Gives the actions to the cells, so that the columns stay the same objects. */
const ActionsContext = createContext<Actions>({
  onUnblock: () => {},
  onNote: () => {},
  areNotesKnown: false,
})

import { createContext, use } from 'react'
import { formatNumber } from '../../../../contract/text/count.ts'
import { formatPhoneNumber } from '../../../../contract/text/phone-number.ts'
import { formatShortDay, shortDate } from '../../../../contract/time/day-text.ts'
import { useTimes } from '../../../format/times.ts'
import type { Column } from '../../../ui/table/column.ts'
import { AllRowsCheckbox, RowCheckbox } from '../../../ui/table/row-checkbox.tsx'
import visuallyHidden from '../../../ui/visually-hidden.module.css'
import * as messages from '../messages.ts'
import { usePhoneRules } from '../phone/use-phone-rules.ts'
import { CONTEXT_LABELS } from '../records/blocked-entities.ts'
import { type Block, isDue } from '../records/blocks.ts'
import classes from './number-table.module.css'

type CellContext = {
  /** The table has the blocks of all entities, so a row is named after its entity, too. */
  isAll: boolean
  onUnblock: (block: Block) => void
  onNote: (block: Block) => void
  /** Whether it was blocked in this session. */
  isNew: (block: Block) => boolean
  /** Whether the notes are loaded. */
  areNotesKnown: boolean
}

/** What the cells need, so that the columns stay the same objects. */
export const CellContext = createContext<CellContext>({
  isAll: false,
  onUnblock: () => {},
  onNote: () => {},
  isNew: () => false,
  areNotesKnown: false,
})

const NONE = <span className={classes.dimmed}>–</span>

/** A character after all others, so that what is not known is sorted last. */
const LAST = '\uffff'

export const COLUMNS: Column<Block>[] = [
  {
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
    cell: block => <SelectBlock block={block} />,
  },
  {
    id: 'number',
    header: 'Phone number',
    sortFirst: 'ascending',
    sortValue: ({ number }) => number,
    width: '146px',
    className: classes.number,
    cell: block => <BlockedNumber block={block} />,
  },
  {
    id: 'entity',
    header: 'Blocked for',
    sortFirst: 'ascending',
    sortValue: ({ entity }) => (entity.name || entity.reference).toLowerCase(),
    share: 2,
    className: classes.entity,
    cell: ({ context, entity }) => (
      <span className={classes.lines}>
        <span translate="no">{entity.name || entity.reference}</span>{' '}
        <span className={classes.dimmed}>{CONTEXT_LABELS[context].title}</span>
      </span>
    ),
  },
  {
    id: 'reason',
    header: 'Why',
    sortFirst: 'ascending',
    sortValue: ({ note }) => (note?.reason ? messages.REASONS[note.reason] : LAST),
    share: 3,
    className: classes.reason,
    cell: block => <Reason block={block} />,
  },
  {
    id: 'at',
    header: 'Blocked by',
    sortFirst: 'descending',
    sortValue: ({ note }) => note?.at ?? '',
    share: 2,
    className: classes.by,
    cell: block => <Author block={block} />,
  },
  {
    id: 'until',
    header: 'Until',
    sortFirst: 'ascending',
    sortValue: ({ note }) => note?.until ?? LAST,
    width: '104px',
    className: classes.until,
    cell: block => <Until block={block} />,
  },
  {
    id: 'refused',
    header: 'Refused calls',
    sortFirst: 'descending',
    sortValue: ({ refused }) => refused?.count ?? 0,
    width: '90px',
    className: classes.refused,
    cell: block => <Refused block={block} />,
  },
  {
    id: 'country',
    header: 'Country',
    isHiddenAtFirst: true,
    className: classes.country,
    cell: ({ number }) => <Country number={number} />,
  },
  {
    id: 'unblock',
    header: 'Unblock',
    hideHeader: true,
    width: '100px',
    isFixed: true,
    className: classes.unblock,
    cell: block => <UnblockButton block={block} />,
  },
]

/** What a row is called. */
function useNameOf({ number, context, entity }: Block): string {
  const { isAll } = use(CellContext)
  const name = entity.name || entity.reference
  return isAll ? `${number} for ${CONTEXT_LABELS[context].one} ${name}` : number
}

function SelectBlock({ block }: { block: Block }) {
  return (
    <RowCheckbox id={block.id} name={`Select ${useNameOf(block)}`} className={classes.select} />
  )
}

function BlockedNumber({ block }: { block: Block }) {
  const { isNew } = use(CellContext)
  return (
    <>
      <span translate="no">{formatPhoneNumber(block.number)}</span>
      {isNew(block) && (
        <span className={classes.new} title="Blocked in this session">
          <span className={visuallyHidden.only}> blocked in this session</span>
        </span>
      )}
    </>
  )
}

function Country({ number }: { number: string }) {
  return <span>{usePhoneRules().data?.countryOfNumber(number)?.country}</span>
}

function Reason({ block }: { block: Block }) {
  const times = useTimes()
  const { onNote, areNotesKnown } = use(CellContext)
  const { at, who, until } = block.note ?? {}
  const text = block.note ? messages.formatWhy(block.note) : ''
  const others = [
    until && `until ${shortDate(until)}`,
    at ? `${who ?? 'A script'}, ${times.brief(at)}` : 'Outside Redial',
  ]
  if (!areNotesKnown) return null
  return (
    <button type="button" title={text || undefined} onClick={() => onNote(block)}>
      <span className={visuallyHidden.only}>
        {text ? `Why ${block.number} is blocked: ` : `${block.number}: `}
      </span>
      <span className={text ? undefined : classes.add}>{text || 'Add a reason'}</span>
      {/* Shown where there is no room for these columns. */}
      <span className={classes.others}>{others.filter(Boolean).join(' · ')}</span>
    </button>
  )
}

function Author({ block: { note } }: { block: Block }) {
  const times = useTimes()
  const { areNotesKnown } = use(CellContext)
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
  const { areNotesKnown } = use(CellContext)
  const until = block.note?.until
  if (!until) return areNotesKnown && NONE
  return <span data-due={isDue(block, today) || undefined}>{shortDate(until)}</span>
}

function Refused({ block: { refused } }: { block: Block }) {
  const times = useTimes()
  const { areNotesKnown } = use(CellContext)
  if (!refused) return areNotesKnown && NONE
  const { count, last_at } = refused
  const title = `${formatNumber(count)} in 90 days, the last on ${times.full(last_at)}`
  return (
    <span title={title} className={classes.lines}>
      <span>{formatNumber(count)}</span>{' '}
      <span className={classes.dimmed}>last {formatShortDay(last_at.slice(0, 10))}</span>
    </span>
  )
}

function UnblockButton({ block }: { block: Block }) {
  const { onUnblock } = use(CellContext)
  const name = useNameOf(block)
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
export function unblockId({ id }: Block): string {
  return `unblock-${encodeURIComponent(id)}`
}

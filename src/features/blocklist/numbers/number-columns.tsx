import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RefusedCheck } from '../../../../contract/blocklist/blocklist-extensions.ts'
import { withCountryCode } from '../../../../contract/blocklist.ts'
import { formatNumber } from '../../../../contract/text/count.ts'
import { formatPhoneNumber } from '../../../../contract/text/phone-number.ts'
import { formatShortDay, shortDate } from '../../../../contract/time/day-text.ts'
import { useTimes } from '../../../format/times.ts'
import type { Column } from '../../../ui/table/column.ts'
import { AllRowsCheckbox, RowCheckbox } from '../../../ui/table/row-selection.tsx'
import visuallyHidden from '../../../ui/visually-hidden.module.css'
import { sessionQuery } from '../../session/session-query.ts'
import * as messages from '../messages.ts'
import { usePhoneRules } from '../phone/use-phone-rules.ts'
import { CONTEXT_LABELS } from '../records/blocked-entities.ts'
import { type Block, blockId, isDue, type Notes } from '../records/blocks.ts'
import { useBlocklistHistory } from '../unblock/unblock-history.tsx'
import classes from './number-table.module.css'

/** The blocks that a dialog asks about, and what it says about others. */
export type ToUnblock = { blocks: Block[]; about: string }

type NumberColumnsOptions = {
  /** The table has the blocks of all entities, so a row is named after its entity, too. */
  isAll: boolean
  /** undefined while they are not loaded. */
  notes: Notes | undefined
  onUnblock: (chosen: ToUnblock) => void
  onNote: (blocks: Block[]) => void
}

/** A character after all others, so that what is not known is sorted last. */
const LAST = '\uffff'

/** Where the table of all entities has no room for refused calls. The search shows those of a number. */
const NARROW = '(max-width: 1120px)'

export function useNumberColumns({ isAll, notes, onUnblock, onNote }: NumberColumnsOptions) {
  const today = useTimes().today()
  const history = useBlocklistHistory()
  const isForeign = useQuery({ ...sessionQuery, enabled: false }).data?.is_foreign ?? false
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  // Only our own service reports how many calls were refused. A column that comes later would move the others.
  const isReported = notes === undefined ? !isForeign : notes.refused !== null
  const hasRefused = isReported && !(isAll && isNarrow)
  const areNotesKnown = notes !== undefined
  return useMemo(() => {
    const made = history.filter(({ isBlock, isUndone }) => isBlock && !isUndone)
    const fresh = new Set(
      made.flatMap(({ entity, numbers }) => numbers.map(number => blockId(number, entity))),
    )
    const none = areNotesKnown && <span className={classes.dimmed}>–</span>
    const nameOf = ({ number, entity }: Block) =>
      isAll ? `${number} for ${CONTEXT_LABELS[entity.context].one} ${entity.name}` : number
    const columns: Column<Block>[] = [
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
        cell: block => (
          <RowCheckbox id={block.id} name={`Select ${nameOf(block)}`} className={classes.select} />
        ),
      },
      {
        id: 'number',
        header: 'Phone number',
        sortFirst: 'ascending',
        sortValue: ({ number }) => number,
        width: '146px',
        className: classes.number,
        cell: block => (
          <>
            <span translate="no">{formatPhoneNumber(block.number)}</span>
            {fresh.has(blockId(withCountryCode(block.number), block.entity)) && (
              <span className={classes.new} title="Blocked in this session">
                <span className={visuallyHidden.only}> blocked in this session</span>
              </span>
            )}
          </>
        ),
      },
      {
        id: 'entity',
        header: 'Blocked for',
        sortFirst: 'ascending',
        sortValue: ({ entity }) => entity.name.toLowerCase(),
        share: 2,
        className: classes.entity,
        cell: ({ entity }) => (
          <span className={classes.lines}>
            <span translate="no">{entity.name}</span>{' '}
            <span className={classes.dimmed}>{CONTEXT_LABELS[entity.context].title}</span>
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
        cell: block => areNotesKnown && <Reason block={block} onNote={onNote} />,
      },
      {
        id: 'at',
        header: 'Blocked by',
        sortFirst: 'descending',
        sortValue: ({ note }) => note?.at ?? '',
        share: 2,
        className: classes.by,
        cell: block => areNotesKnown && <Author block={block} />,
      },
      {
        id: 'until',
        header: 'Until',
        sortFirst: 'ascending',
        sortValue: ({ note }) => note?.until ?? LAST,
        width: '104px',
        className: classes.until,
        cell: block =>
          block.note?.until ? (
            <span data-due={isDue(block, today) || undefined}>{shortDate(block.note.until)}</span>
          ) : (
            none
          ),
      },
      {
        id: 'refused',
        header: 'Refused calls',
        sortFirst: 'descending',
        sortValue: ({ refused }) => refused?.count ?? 0,
        width: '90px',
        className: classes.refused,
        cell: ({ refused }) => (refused ? <Refused {...refused} /> : none),
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
        width: '106px',
        isFixed: true,
        className: classes.unblock,
        cell: block => (
          // A plain button: the library's takes as long to render as the rest of the row.
          <button
            type="button"
            id={unblockId(block)}
            aria-label={`Unblock ${nameOf(block)}`}
            onClick={() => onUnblock({ blocks: [block], about: '' })}
          >
            {messages.unblock}
          </button>
        ),
      },
    ]
    return columns.filter(
      ({ id }) => (isAll || id !== 'entity') && (hasRefused || id !== 'refused'),
    )
  }, [today, history, isAll, hasRefused, areNotesKnown, onUnblock, onNote])
}

type ReasonProps = Pick<NumberColumnsOptions, 'onNote'> & { block: Block }

function Reason({ block, onNote }: ReasonProps) {
  const times = useTimes()
  const { at, who, until } = block.note ?? {}
  const text = block.note ? messages.formatWhy(block.note) : ''
  const others = [
    until && `until ${shortDate(until)}`,
    at ? `${who ?? 'A script'}, ${times.brief(at)}` : 'Outside Redial',
  ]
  return (
    <button type="button" title={text || undefined} onClick={() => onNote([block])}>
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

function Refused({ count, last_at }: RefusedCheck) {
  const title = `${formatNumber(count)} in 90 days, the last on ${useTimes().full(last_at)}`
  return (
    <span title={title} className={classes.lines}>
      <span>{formatNumber(count)}</span>{' '}
      <span className={classes.dimmed}>last {formatShortDay(last_at.slice(0, 10))}</span>
    </span>
  )
}

function Country({ number }: { number: string }) {
  return <span>{usePhoneRules().data?.countryOfNumber(withCountryCode(number))?.country}</span>
}

/** The id of the button in a number's row, which gets the focus. */
export function unblockId({ id }: Block): string {
  return `unblock-${encodeURIComponent(id)}`
}

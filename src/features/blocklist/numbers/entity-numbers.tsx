import { Button } from '@mantine/core'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { EntityContext } from '../../../../contract/blocklist.ts'
import { Card } from '../../../ui/card.tsx'
import { NOTHING, selectionOf } from '../../../ui/table/row-selection.ts'
import { readSort, sortText } from '../../../ui/table/sort-order.ts'
import { focusIfLost } from '../../../ui/use-focus-if-lost.ts'
import { lazyPart } from '../../request-errors/lazy-part.tsx'
import { ColumnsButton } from '../../table-layout/columns-button.tsx'
import { useTableLayout } from '../../table-layout/use-table-layout.ts'
import * as messages from '../messages.ts'
import { numberMatch } from '../phone/number-search.ts'
import { NumbersDrawer } from '../phone-input/numbers-drawer.tsx'
import { type BlockedEntity, CONTEXT_LABELS } from '../records/blocked-entities.ts'
import { UnblockDialog } from '../unblock/unblock-dialog.tsx'
import { useUnblockNotification } from '../unblock/unblock-history.ts'
import { UndoLatest } from '../unblock/unblock-history-list.tsx'
import classes from './entity-numbers.module.css'
import { NUMBER_COLUMNS, NumberTable } from './number-table.tsx'

/** Loaded on demand, because it includes the table of all countries. */
const UnblockListForm = lazyPart(
  async () => (await import('../unblock/unblock-list-form.tsx')).UnblockListForm,
)

const UNBLOCK_LIST = 'Unblock a list'

type EntityNumbersProps = {
  context: EntityContext
  entity: BlockedEntity
  /** A part of the numbers that are shown; '' for all. */
  filter: string
  /** The order in the URL. Without one, the service's order. */
  sort: string | undefined
  onSort: (sort: string) => void
  /** Called when a person starts to change this entity. */
  onWork: () => void
}

export function EntityNumbers(props: EntityNumbersProps) {
  const { context, entity, filter, onSort, onWork } = props
  const notify = useUnblockNotification()
  /** For which the dialog asks; empty while it is closed. */
  const [toUnblock, setToUnblock] = useState<string[]>([])
  const [isListOpen, setIsListOpen] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const panel = useRef<HTMLElement>(null)
  const { name, reference, numbers } = entity
  const sort = readSort(props.sort, ['number'], undefined)
  const direction = sort?.direction
  const sorted = useMemo(() => {
    if (direction === undefined) return numbers
    const ascending = numbers.toSorted()
    return direction === 'ascending' ? ascending : ascending.reverse()
  }, [numbers, direction])
  const shown = useMemo(() => {
    const match = numberMatch(filter)
    return match ? sorted.filter(match) : sorted
  }, [sorted, filter])
  // Scroll up, otherwise a person who filters from far down sees the end of the results.
  useLayoutEffect(() => {
    const top = filter === '' ? 0 : (panel.current?.getBoundingClientRect().top ?? 0)
    if (top < 0) panel.current?.scrollIntoView()
  }, [filter])
  const layout = useTableLayout('blocked-numbers')
  const [rowSelection, setRowSelection] = useState(NOTHING)
  /** In the order of the list, without numbers that were unblocked in the meantime. */
  const selected = useMemo(
    () => (rowSelection === NOTHING ? [] : numbers.filter(number => rowSelection[number])),
    [numbers, rowSelection],
  )
  const open = (numbers: string[]) => {
    setToUnblock(numbers)
    onWork()
  }

  return (
    <Card>
      <section ref={panel} className={classes.panel}>
        <header className={classes.header}>
          <h2 ref={heading} tabIndex={-1} translate="no">
            {name || reference}
          </h2>
          <UndoLatest context={context} reference={reference} next={heading} />
          <p className={classes.about}>
            <span className={classes.phrase}>
              {numbers.length === 0 ? 'No numbers' : messages.numberCount(numbers.length)} blocked
              for this {CONTEXT_LABELS[context].one} ·
            </span>{' '}
            <span className={classes.phrase}>
              Reference <span translate="no">{reference}</span>
            </span>
          </p>
        </header>
        {numbers.length === 0 ? (
          <p className={classes.none}>
            This {CONTEXT_LABELS[context].one} is not on the blocklist.
          </p>
        ) : (
          <>
            <div className={classes.bar} data-selected={selected.length > 0}>
              <p role="status" className={classes.found}>
                {/* The header has the count of all. */}
                {shown !== sorted && messages.partOfNumbers(shown.length, numbers.length)}
              </p>
              {selected.length > 0 && (
                <Button onClick={() => open(selected)}>
                  Unblock {messages.numberCount(selected.length)}
                </Button>
              )}
              <Button
                variant="default"
                className={classes.list}
                onClick={() => {
                  setIsListOpen(true)
                  onWork()
                }}
              >
                {UNBLOCK_LIST}
              </Button>
              <ColumnsButton columns={NUMBER_COLUMNS} control={layout} />
            </div>
            {shown.length > 0 ? (
              <NumberTable
                label={`Numbers blocked for ${name || reference}`}
                numbers={shown}
                layout={layout}
                sort={sort}
                onSort={order => onSort(sortText(order))}
                selection={{ rowSelection, onRowSelectionChange: setRowSelection }}
                onUnblock={number => open([number])}
              />
            ) : (
              <p className={classes.none}>
                None of the {messages.numberCount(numbers.length)} blocked for this{' '}
                {CONTEXT_LABELS[context].one} has “{filter}” in it.
              </p>
            )}
          </>
        )}
      </section>
      {toUnblock.length > 0 && (
        <UnblockDialog
          context={context}
          entity={{ reference, name }}
          numbers={toUnblock}
          onDone={rest => setRowSelection(selectionOf(rest))}
          onClose={() => {
            setToUnblock([])
            // The row of an unblocked number is gone, and with it the focused button.
            focusIfLost(heading)
          }}
        />
      )}
      <NumbersDrawer title={UNBLOCK_LIST} isOpen={isListOpen} onClose={() => setIsListOpen(false)}>
        {onBusy => (
          <UnblockListForm
            context={context}
            entity={entity}
            onBusy={onBusy}
            onCancel={() => setIsListOpen(false)}
            onDone={(summary, more) => {
              setIsListOpen(false)
              notify(summary, more)
            }}
          />
        )}
      </NumbersDrawer>
    </Card>
  )
}

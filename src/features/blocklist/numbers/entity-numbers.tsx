import { Button } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import type { EntityContext } from '../../../../contract/blocklist.ts'
import { lazyPart } from '../../request-errors/lazy-part.tsx'
import * as messages from '../messages.ts'
import { numberMatch } from '../phone/number-search.ts'
import { NumbersDrawer } from '../phone-input/numbers-drawer.tsx'
import { type BlockedEntity, CONTEXT_LABELS } from '../records/blocked-entities.ts'
import { blocksOf, useBlockNotes } from '../records/blocks.ts'
import { useUnblockNotification } from '../unblock/unblock-history.ts'
import { UndoLatest } from '../unblock/unblock-history-list.tsx'
import { ENTITY_COLUMNS } from './number-table.tsx'
import classes from './numbers-panel.module.css'
import { NumbersPanel } from './numbers-panel.tsx'

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
  sort: string | undefined
  onSort: (sort: string) => void
  /** Called when a person starts to change this entity. */
  onWork: () => void
}

/** The blocked numbers of one entity. */
export function EntityNumbers(props: EntityNumbersProps) {
  const { context, entity, filter, sort, onSort, onWork } = props
  const notify = useUnblockNotification()
  const [isListOpen, setIsListOpen] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const { name, reference, numbers } = entity
  const { one } = CONTEXT_LABELS[context]
  const { data: notes } = useBlockNotes()
  const blocks = useMemo(() => blocksOf(context, entity, notes), [context, entity, notes])
  const match = useMemo(() => {
    const matchNumber = numberMatch(filter)
    return matchNumber && (({ number }: { number: string }) => matchNumber(number))
  }, [filter])

  return (
    <>
      <NumbersPanel
        label={`Numbers blocked for ${name || reference}`}
        layoutName="blocked-numbers"
        columns={ENTITY_COLUMNS}
        blocks={blocks}
        match={match}
        notes={notes}
        sort={sort}
        onSort={onSort}
        onWork={onWork}
        heading={heading}
        header={
          <header className={classes.header}>
            <h2 ref={heading} tabIndex={-1} translate="no">
              {name || reference}
            </h2>
            <UndoLatest context={context} reference={reference} next={heading} />
            <p className={classes.about}>
              <span className={classes.phrase}>
                {numbers.length === 0 ? 'No numbers' : messages.numberCount(numbers.length)} blocked
                for this {one} ·
              </span>{' '}
              <span className={classes.phrase}>
                Reference <span translate="no">{reference}</span>
              </span>
            </p>
          </header>
        }
        actions={
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
        }
        instead={
          numbers.length === 0
            ? `This ${one} is not on the blocklist.`
            : `None of the ${messages.numberCount(numbers.length)} blocked for this ${one} has “${filter}” in it.`
        }
      />
      <NumbersDrawer title={UNBLOCK_LIST} isOpen={isListOpen} onClose={() => setIsListOpen(false)}>
        {onBusy => (
          <UnblockListForm
            context={context}
            entity={entity}
            onBusy={onBusy}
            onCancel={() => setIsListOpen(false)}
            onDone={(summary, more) => {
              setIsListOpen(false)
              notify([summary], more)
            }}
          />
        )}
      </NumbersDrawer>
    </>
  )
}

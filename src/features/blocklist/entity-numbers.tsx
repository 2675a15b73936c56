import { Button } from '@mantine/core'
import { createColumnHelper } from '@tanstack/react-table'
import { useRef, useState } from 'react'
import type { EntityContext } from '../../../contract/blocklist.ts'
import { Card } from '../../ui/card.tsx'
import { DataTable, type Features } from '../../ui/data-table.tsx'
import { Pager } from '../../ui/pager.tsx'
import { numberCount } from './block-account.ts'
import type { BlockedEntity } from './blocked-entities.ts'
import { CONTEXT_WORDS } from './context-words.ts'
import classes from './entity-numbers.module.css'
import type { NewsItem } from './news.tsx'
import { UnblockDialog } from './unblock-dialog.tsx'

type EntityNumbersProps = {
  context: EntityContext
  entity: BlockedEntity
  page: number
  pageSize: number
  onTurn: (to: { page: number; page_size: number }) => void
  /** Somebody has begun to work on this entity. */
  onWork: () => void
  onNews: (news: NewsItem) => void
}

type Row = { number: string; onUnblock: (number: string) => void }

const column = createColumnHelper<Features, Row>()
const columns = [
  column.accessor('number', {
    header: 'Phone number',
    cell: cell => <span className={classes.number}>{cell.getValue()}</span>,
  }),
  column.display({
    id: 'unblock',
    header: 'Unblock',
    meta: { align: 'end', hideHeader: true, width: '140px' },
    cell: ({ row: { original } }) => (
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Unblock ${original.number}`}
        onClick={() => original.onUnblock(original.number)}
      >
        Unblock
      </Button>
    ),
  }),
]

/** The numbers that are blocked for one entity. They have all been read: pages are of this table alone. */
export function EntityNumbers(props: EntityNumbersProps) {
  const { context, entity, pageSize, onTurn, onWork, onNews } = props
  const [asked, setAsked] = useState('')
  const [isAsking, setIsAsking] = useState(false)
  const isRowGone = useRef(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const ask = (number: string) => {
    setAsked(number)
    setIsAsking(true)
    onWork()
  }
  const total = entity.numbers.length
  const lastPage = Math.max(1, Math.ceil(total / pageSize))
  const page = Math.min(props.page, lastPage)
  const rows = entity.numbers
    .slice((page - 1) * pageSize, page * pageSize)
    .map(number => ({ number, onUnblock: ask }))

  return (
    <Card>
      <div className={classes.panel}>
        <header className={classes.header}>
          <h2 ref={heading} tabIndex={-1}>
            {entity.name || entity.reference}
          </h2>
          <p className={classes.about}>
            {total === 0 ? 'No numbers' : numberCount(total)} blocked for this{' '}
            {CONTEXT_WORDS[context].one} · Reference {entity.reference}
          </p>
        </header>
        {total === 0 ? (
          <p className={classes.none}>
            The whole blocklist was read, and this {CONTEXT_WORDS[context].one} is not on it.
          </p>
        ) : (
          <div className={classes.numbers}>
            <DataTable
              label={`Numbers blocked for ${entity.name}`}
              columns={columns}
              rows={rows}
              rowId={row => row.number}
            />
          </div>
        )}
      </div>
      {total > Math.min(pageSize, 20) && (
        <Pager
          summary={`${numberCount(total)}, page ${page.toLocaleString('en')} of ${lastPage.toLocaleString('en')}`}
          hasPrevious={page > 1}
          hasNext={page < lastPage}
          onPrevious={() => onTurn({ page: page - 1, page_size: pageSize })}
          onNext={() => onTurn({ page: page + 1, page_size: pageSize })}
          size={pageSize}
          onSize={size => onTurn({ page: 1, page_size: size })}
        />
      )}
      <UnblockDialog
        context={context}
        entity={{ reference: entity.reference, name: entity.name }}
        number={asked}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onDone={news => {
          setIsAsking(false)
          isRowGone.current = true
          onNews(news)
        }}
        onGone={() => {
          // The row of a number that was unblocked has gone, and its button with the focus.
          if (isRowGone.current) heading.current?.focus()
          isRowGone.current = false
        }}
      />
    </Card>
  )
}

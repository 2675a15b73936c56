import { useState } from 'react'
import { Card } from '../ui/card.tsx'
import { PlainButton } from '../ui/plain-button.tsx'
import { Pager } from '../ui/table/pager.tsx'
import { useTableModel } from '../ui/table/use-table-model.ts'
import { Example } from './example.tsx'

const LAST_PAGE = 3

const NO_COLUMNS: never[] = []

export function PagerExamples() {
  const [{ page, size }, onPage] = useState({ page: 1, size: 20 })
  return (
    <>
      <Example name="Three pages">
        <Card>
          <Pager
            table={useTableModel({
              columns: NO_COLUMNS,
              pagination: {
                page,
                size,
                hasPrevious: page > 1,
                hasNext: page < LAST_PAGE,
                onPage,
              },
            })}
            summary={`60 failed calls, page ${page} of ${LAST_PAGE}`}
          />
        </Card>
      </Example>
      <Example name="Pager with an action">
        <Card>
          <Pager table={usePage(1, 20)} summary="1,284 failed calls, page 1 of 65">
            <PlainButton>Replay all 1,284…</PlainButton>
          </Pager>
        </Card>
      </Example>
      <Example name="Loading another page">
        <Card>
          <Pager table={usePage(2, 100)} summary="Failed calls, page 2" isBusy />
        </Card>
      </Example>
    </>
  )
}

/** A page that does not turn. */
function usePage(page: number, size: number) {
  return useTableModel({
    columns: NO_COLUMNS,
    pagination: { page, size, hasPrevious: page > 1, hasNext: true, onPage: () => {} },
  })
}

import { useState } from 'react'
import { Card } from '../ui/card.tsx'
import { PlainButton } from '../ui/plain-button.tsx'
import { Pager } from '../ui/table/pager.tsx'
import { Example } from './example.tsx'

const LAST_PAGE = 3

export function PagerExamples() {
  const [page, setPage] = useState(1)
  const [size, setSize] = useState(20)
  return (
    <>
      <Example name="Three pages">
        <Card>
          <Pager
            summary={`60 failed calls, page ${page} of ${LAST_PAGE}`}
            hasPrevious={page > 1}
            hasNext={page < LAST_PAGE}
            onPrevious={() => setPage(page - 1)}
            onNext={() => setPage(page + 1)}
            size={size}
            onSize={setSize}
          />
        </Card>
      </Example>
      <Example name="Pager with an action">
        <Card>
          <Pager
            summary="1,284 failed calls, page 1 of 65"
            hasPrevious={false}
            hasNext
            onPrevious={() => {}}
            onNext={() => {}}
            size={20}
            onSize={() => {}}
          >
            <PlainButton>Replay all 1,284…</PlainButton>
          </Pager>
        </Card>
      </Example>
      <Example name="Loading another page">
        <Card>
          <Pager
            summary="Failed calls, page 2"
            hasPrevious
            hasNext
            onPrevious={() => {}}
            onNext={() => {}}
            size={100}
            onSize={() => {}}
            isBusy
          />
        </Card>
      </Example>
    </>
  )
}

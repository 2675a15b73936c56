import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { EntityContext } from '../../../../contract/blocklist.ts'
import { Card } from '../../../ui/card.tsx'
import * as messages from '../messages.ts'
import { numberCount } from '../records/block-summary.ts'
import classes from './entity-list.module.css'
import type { FoundEntity } from './find-entities.ts'

/** How many entities are shown at first, and with each Show more. */
const AT_FIRST = 200

type EntityListProps = {
  context: EntityContext
  entities: FoundEntity[]
  /** Reference of the entity whose numbers are shown. */
  shown: string | undefined
  /** The filter of the list. The URL gets it only when the person stops typing. */
  searched: string
}

/** The entities of a context that have blocked numbers, each a link to its numbers. */
export function EntityList({ context, entities, shown, searched }: EntityListProps) {
  const [most, setMost] = useState(AT_FIRST)
  const more = entities.length - most
  return (
    <Card>
      <nav aria-label={messages.entityList(context)}>
        <ul className={classes.list}>
          {entities.slice(0, most).map(({ entity: { reference, name, numbers }, hits }) => (
            <li key={reference}>
              <Link
                from="/blocklist"
                search={{ context, entity: reference, q: searched || undefined }}
                className={classes.entity}
                aria-current={reference === shown ? 'true' : undefined}
                resetScroll={false}
              >
                <span className={classes.name} translate="no">
                  {name || reference}
                </span>
                <span className={classes.count}>
                  {hits.length > 0
                    ? messages.partOfNumbers(hits.length, numbers.length)
                    : numberCount(numbers.length)}
                </span>
                <span className={classes.reference} translate="no">
                  {reference}
                </span>
              </Link>
            </li>
          ))}
        </ul>
        {more > 0 && (
          <div className={classes.more}>
            <Button variant="subtle" size="xs" onClick={() => setMost(most + AT_FIRST)}>
              {messages.showMoreEntities(more)}
            </Button>
          </div>
        )}
      </nav>
    </Card>
  )
}

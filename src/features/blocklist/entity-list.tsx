import { Link } from '@tanstack/react-router'
import type { EntityContext } from '../../../contract/blocklist.ts'
import { Card } from '../../ui/card.tsx'
import { numberCount } from './block-account.ts'
import type { BlockedEntity } from './blocked-entities.ts'
import { CONTEXT_WORDS } from './context-words.ts'
import classes from './entity-list.module.css'

type EntityListProps = {
  context: EntityContext
  entities: BlockedEntity[]
  /** Reference of the entity whose numbers are shown. */
  shown: string | undefined
}

/** The entities of a context that have blocked numbers, each a link to its numbers. */
export function EntityList({ context, entities, shown }: EntityListProps) {
  return (
    <Card>
      <nav aria-label={`Every ${CONTEXT_WORDS[context].one} with blocked numbers`}>
        <ul className={classes.list}>
          {entities.map(({ reference, name, numbers }) => (
            <li key={reference}>
              <Link
                to="/blocklist"
                search={{ context, entity: reference }}
                className={classes.entity}
                aria-current={reference === shown ? 'true' : undefined}
                resetScroll={false}
              >
                <span className={classes.name}>{name}</span>
                <span className={classes.count}>{numberCount(numbers.length)}</span>
                <span className={classes.reference}>{reference}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </Card>
  )
}

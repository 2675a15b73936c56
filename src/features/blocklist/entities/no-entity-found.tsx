import { Link } from '@tanstack/react-router'
import type { EntityContext } from '../../../../contract/blocklist.ts'
import { CONTEXTS } from '../records/entity-contexts.ts'
import type { FoundByContext } from './find-entities.ts'
import * as messages from './messages.ts'
import classes from './no-entity-found.module.css'

/** If there are more matches, only their count is shown. */
const MAX_NAMED = 3

type NoEntityFoundProps = { context: EntityContext; found: FoundByContext; searched: string }

/** Says that a search found nothing in this context, and where it did. */
export function NoEntityFound({ context, found, searched }: NoEntityFoundProps) {
  const others = CONTEXTS.filter(other => found[other].length > 0)
  return (
    <div className={classes.none}>
      <h2>{messages.nothingFoundTitle(context)}</h2>
      <p>{messages.nothingFound(context, searched, others.length > 0)}</p>
      {others.length > 0 && (
        <ul>
          {others.map(other => (
            <li key={other}>
              <Link from="/blocklist" search={{ context: other, q: searched }}>
                {messages.foundElsewhere(other, found[other].length)}
              </Link>
              {found[other].length <= MAX_NAMED &&
                `: ${found[other].map(({ entity }) => entity.name || entity.reference).join(', ')}`}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { EntityContext } from '../../../../contract/blocklist.ts'
import { ApiError } from '../../../api/api-error.ts'
import { formatCount } from '../../../format/numbers.ts'
import {
  type BlockedEntity,
  blockedEntitiesOf,
  CONTEXT_LABELS,
  CONTEXTS,
  withNumbers,
} from '../../blocklist/records/blocked-entities.ts'
import { blocklistQuery } from '../../blocklist/records/queries.ts'
import { WaitNotice } from '../../request-errors/request-notices.tsx'
import { CardFailure, CardLoading, CardNote, OverviewCard } from '../card/overview-card.tsx'
import classes from './blocklist-card.module.css'

export function BlocklistCard() {
  const query = useQuery({ ...blocklistQuery, select: blockedEntitiesOf })
  const isForbidden = query.error instanceof ApiError && query.error.kind === 'forbidden'
  return (
    <OverviewCard title="Blocked numbers">
      <WaitNotice reason={query.failureReason} />
      {isForbidden && (
        <CardNote>
          This token may not see the blocklist: it lacks BlocklistPermission, which the operator of
          the service enables on request.
        </CardNote>
      )}
      {query.isError && !isForbidden && <CardFailure query={query} about="blocklist" />}
      {query.isPending && <CardLoading label="Loading the blocklist…" />}
      {query.data && !isForbidden && (
        <ul className={classes.contexts}>
          {CONTEXTS.map(context => (
            <li key={context}>
              <Size context={context} entities={withNumbers(query.data[context])} />
            </li>
          ))}
        </ul>
      )}
    </OverviewCard>
  )
}

function Size({ context, entities }: { context: EntityContext; entities: BlockedEntity[] }) {
  const { title, one, many } = CONTEXT_LABELS[context]
  const numbers = entities.reduce((sum, entity) => sum + entity.numbers.length, 0)
  return (
    <Link className={classes.context} to="/blocklist" search={{ context }}>
      <span className={classes.title}>{title}</span>{' '}
      <span className={classes.numbers}>{formatCount(numbers, 'number', 'numbers')}</span>{' '}
      <span className={classes.entities}>
        {entities.length === 0
          ? `No ${one} has blocked numbers`
          : `of ${formatCount(entities.length, one, many)}`}
      </span>
    </Link>
  )
}

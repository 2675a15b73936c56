import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { EntityContext } from '../../../../contract/blocklist.ts'
import { ApiError } from '../../../api/api-error.ts'
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
import * as messages from './messages.ts'

export function BlocklistCard() {
  const query = useQuery({ ...blocklistQuery, select: blockedEntitiesOf })
  const isForbidden = query.error instanceof ApiError && query.error.kind === 'forbidden'
  return (
    <OverviewCard title={messages.blocklistTitle}>
      <WaitNotice reason={query.failureReason} />
      {isForbidden && <CardNote>{messages.blocklistForbidden}</CardNote>}
      {query.isError && !isForbidden && <CardFailure query={query} about="blocklist" />}
      {query.isPending && <CardLoading label={messages.loadingBlocklist} />}
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
      <span className={classes.numbers}>{messages.blockedNumbers(numbers)}</span>{' '}
      <span className={classes.entities}>
        {entities.length === 0
          ? messages.nobodyBlocks(one)
          : messages.ofEntities(entities.length, one, many)}
      </span>
    </Link>
  )
}

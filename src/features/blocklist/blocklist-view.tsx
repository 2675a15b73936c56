import { IconArrowLeft, IconBan } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { EntityContext } from '../../../contract/blocklist.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import type { OnBlocklistSearch } from './blocklist-search.ts'
import classes from './blocklist-view.module.css'
import { EntityList } from './entities/entity-list.tsx'
import type { FoundByContext, ShownEntity } from './entities/find-entities.ts'
import * as messages from './messages.ts'
import { EntityNumbers } from './numbers/entity-numbers.tsx'
import { CONTEXTS } from './records/blocked-entities.ts'

type BlocklistViewProps = {
  context: EntityContext
  found: FoundByContext
  /** The search text. */
  searched: string
  /** null if there is none to show. */
  shown: ShownEntity | null
  /** The order of its numbers in the URL. */
  sort: string | undefined
  onSearch: OnBlocklistSearch
}

/**
 * The entities of one context next to the numbers of one of them. Narrow screens show only one of
 * the two.
 */
export function BlocklistView(props: BlocklistViewProps) {
  const { context, found, searched, shown, sort, onSearch } = props
  const view = useRef<HTMLDivElement>(null)
  const opened = shown?.isChosen ? shown.entity.reference : null
  // Where there is room for only one of the two, the link with the focus has disappeared.
  useEffect(() => {
    const active = document.activeElement
    if (!view.current?.contains(active) || active?.getClientRects().length !== 0) return
    const next = opened === null ? 'a[aria-current]' : 'h2'
    view.current.querySelector<HTMLElement>(next)?.focus()
  }, [opened])
  // A change to the numbers that were found says its outcome where it was made.
  const [changedIn, setChangedIn] = useState<string | null>(null)
  const isNothingFound = searched !== '' && found[context].length === 0 && searched !== changedIn
  if (shown === null || isNothingFound) {
    return (
      <Card>
        {searched === '' ? (
          <EmptyState
            icon={<IconBan size={22} aria-hidden />}
            title={messages.noneBlockedTitle(context)}
            message={messages.noneBlocked}
          />
        ) : (
          <NoEntityFound context={context} found={found} searched={searched} />
        )}
      </Card>
    )
  }
  const { entity, isChosen, filter } = shown

  return (
    <div className={classes.container}>
      <div ref={view} className={classes.view} data-chosen={isChosen}>
        <div className={classes.entities}>
          {found[context].length > 0 ? (
            <EntityList
              key={`${context} ${searched}`}
              context={context}
              entities={found[context]}
              shown={entity.reference}
              searched={searched}
            />
          ) : searched === '' ? (
            <p className={classes.none}>{messages.noOtherEntity(context)}</p>
          ) : (
            <NoEntityFound context={context} found={found} searched={searched} />
          )}
        </div>
        <div className={classes.numbers}>
          <Link from="/blocklist" search={({ q }) => ({ context, q })} className={classes.back}>
            <IconArrowLeft size={16} aria-hidden />
            {searched === '' ? messages.allEntities(context) : messages.foundEntities(context)}
          </Link>
          <EntityNumbers
            key={`${context} ${entity.reference}`}
            context={context}
            entity={entity}
            filter={filter}
            sort={sort}
            onSort={order => onSearch({ sort: order }, { replace: true })}
            onWork={() => {
              setChangedIn(searched)
              // Otherwise another entity would be shown after this one's last number is unblocked.
              if (!isChosen) {
                onSearch({ context, entity: entity.reference }, { replace: true })
              }
            }}
          />
        </div>
      </div>
    </div>
  )
}

/** If there are more matches, only their count is shown. */
const MAX_NAMED = 3

type NoEntityFoundProps = { context: EntityContext; found: FoundByContext; searched: string }

/** Says that a search found nothing in this context, and where it did. */
function NoEntityFound({ context, found, searched }: NoEntityFoundProps) {
  const others = CONTEXTS.filter(other => found[other].length > 0)
  return (
    <div className={classes.nothingFound}>
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

import { IconArrowLeft, IconBan } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { EntityContext } from '../../../contract/blocklist.ts'
import { formatNumber } from '../../../contract/text/count.ts'
import { Card } from '../../ui/card.tsx'
import { PlainButton } from '../../ui/plain-button.tsx'
import { EmptyState } from '../../ui/states/states.tsx'
import { useBlocklistSearch } from './blocklist-search.ts'
import classes from './blocklist-view.module.css'
import type { EntityMatch, EntityMatches, ShownEntity } from './entity-matches.ts'
import * as messages from './messages.ts'
import { NumbersPanel } from './numbers/numbers-panel.tsx'
import { isMistyped, isNumberSearch } from './phone/number-search.ts'
import { CONTEXT_LABELS } from './records/blocked-entities.ts'
import type { Block } from './records/blocks.ts'

export type BlocklistViewProps = {
  blocks: Block[]
  matches: EntityMatches
  searched: string
  /** null if there is none to show. */
  shown: ShownEntity | null
}

/**
 * The entities of one context next to the numbers of one of them. Narrow screens show only one of
 * the two.
 */
export function BlocklistView({ blocks, matches, searched, shown }: BlocklistViewProps) {
  const { search, onSearch } = useBlocklistSearch()
  const { context = 'company' } = search
  const { one, many } = CONTEXT_LABELS[context]
  const view = useRef<HTMLDivElement>(null)
  const opened = shown?.isSelected ? shown.entity.reference : null
  // Where there is room for only one of the two, the link with the focus has disappeared.
  useEffect(() => {
    const active = document.activeElement
    if (!view.current?.contains(active) || active?.getClientRects().length !== 0) return
    const next = opened === null ? 'a[aria-current]' : 'h2'
    view.current.querySelector<HTMLElement>(next)?.focus()
  }, [opened])
  // A change to the matching numbers says its outcome where it happened.
  const [changedIn, setChangedIn] = useState<string | null>(null)
  const hasMatches = matches[context].length > 0
  const isNothingFound = searched !== '' && !hasMatches && searched !== changedIn
  const noMatch = (
    <EmptyState
      title={isNumberSearch(searched) ? `No ${one} itself blocks this number` : `No ${one} found`}
      message={
        isMistyped(searched)
          ? `If “${searched}” is a phone number, it has a typing mistake: phone numbers contain no letters.`
          : `No ${one} with blocked numbers matches “${searched}”. The tabs show how many match elsewhere.`
      }
    />
  )
  if (shown === null || isNothingFound) {
    return (
      <Card>
        {searched === '' ? (
          <EmptyState
            icon={<IconBan size={22} aria-hidden />}
            title={`No numbers are blocked for any ${one}`}
            message="Block a number to reject its calls."
          />
        ) : (
          noMatch
        )}
      </Card>
    )
  }
  const { entity, isSelected } = shown

  return (
    <div className={classes.container}>
      <div ref={view} className={classes.view} data-chosen={isSelected}>
        <div className={classes.entities}>
          {hasMatches ? (
            <EntityList
              key={`${context} ${searched}`}
              context={context}
              matches={matches[context]}
              shown={entity.reference}
              searched={searched}
            />
          ) : searched === '' ? (
            <p className={classes.none}>No other {one} has blocked numbers.</p>
          ) : (
            noMatch
          )}
        </div>
        <div className={classes.numbers}>
          <Link from="/blocklist" search={({ q }) => ({ context, q })} className={classes.back}>
            <IconArrowLeft size={16} aria-hidden />
            {searched === '' ? `All ${many}` : `Matching ${many}`}
          </Link>
          <NumbersPanel
            key={`${context} ${entity.reference}`}
            all={blocks}
            searched={searched}
            shown={shown}
            onWork={() => {
              setChangedIn(searched)
              // Otherwise another entity would be shown after this one's last number is unblocked.
              if (!isSelected) onSearch({ context, entity: entity.reference }, { replace: true })
            }}
          />
        </div>
      </div>
    </div>
  )
}

const AT_FIRST = 200

type EntityListProps = {
  context: EntityContext
  matches: EntityMatch[]
  /** Reference of the entity whose numbers are shown. */
  shown: string | undefined
  /** The filter of the list. The URL gets it only when the person stops typing. */
  searched: string
}

/** The entities of a context that have blocked numbers, each a link to its numbers. */
function EntityList({ context, matches, shown, searched }: EntityListProps) {
  const [most, setMost] = useState(AT_FIRST)
  const more = matches.length - most
  return (
    <Card>
      <nav aria-label={`Every ${CONTEXT_LABELS[context].one} with blocked numbers`}>
        <ul className={classes.list}>
          {matches.slice(0, most).map(({ entity: { reference, name, numbers }, hits }) => (
            <li key={reference}>
              <Link
                from="/blocklist"
                search={{ context, entity: reference, q: searched || undefined }}
                className={classes.entity}
                aria-current={reference === shown ? 'true' : undefined}
                resetScroll={false}
              >
                <span className={classes.name} translate="no">
                  {name}
                </span>
                <span className={classes.count}>
                  {hits.length > 0
                    ? messages.partOfNumbers(hits.length, numbers.length)
                    : messages.numberCount(numbers.length)}
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
            <PlainButton data-size="xs" onClick={() => setMost(most + AT_FIRST)}>
              Show more of the other {formatNumber(more)}
            </PlainButton>
          </div>
        )}
      </nav>
    </Card>
  )
}

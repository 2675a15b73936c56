import { type KeyboardEvent, type ReactNode, useId } from 'react'
import type { EntityContext } from '../../../contract/blocklist.ts'
import { formatNumber } from '../../../contract/text/count.ts'
import { type BlocklistSearch, CONTEXTS } from './blocklist-search.ts'
import classes from './blocklist-tabs.module.css'
import type { EntityMatches } from './entity-matches.ts'
import { CONTEXT_LABELS } from './records/blocked-entities.ts'

type BlocklistTabsProps = {
  tab: EntityContext | 'all'
  onTab: (search: Pick<BlocklistSearch, 'view' | 'context'>) => void
  /** null while they are unknown: no count is shown then. */
  matches: EntityMatches | null
  children: ReactNode
}

/**
 * Tabs for the entity contexts, with the number of entities that match, and one for all numbers. Arrow keys
 * choose the next or previous tab, as a click does.
 */
export function BlocklistTabs({ tab, onTab, matches, children }: BlocklistTabsProps) {
  const id = useId()
  return (
    <>
      <div
        role="tablist"
        aria-label="What the numbers are blocked for"
        className={classes.list}
        onKeyDown={chooseByKey}
      >
        {[...CONTEXTS, 'all' as const].map(each => (
          <button
            key={each}
            type="button"
            role="tab"
            id={`${id}${each}`}
            aria-selected={each === tab}
            aria-controls={id}
            tabIndex={each === tab ? 0 : -1}
            className={classes.tab}
            onClick={() => onTab(each === 'all' ? { view: each } : { context: each })}
          >
            {each === 'all' ? 'All' : CONTEXT_LABELS[each].title}
            {matches && each !== 'all' && (
              <span className={classes.count}> {formatNumber(matches[each].length)}</span>
            )}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={id} aria-labelledby={`${id}${tab}`}>
        {children}
      </div>
    </>
  )
}

function chooseByKey(event: KeyboardEvent<HTMLElement>) {
  const tabs = [...event.currentTarget.querySelectorAll('button')]
  const chosen = tabs.findIndex(tab => tab.tabIndex === 0)
  const next = { ArrowRight: chosen + 1, ArrowLeft: chosen - 1, Home: 0, End: -1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  const tab = tabs.at(next % tabs.length)
  tab?.focus()
  tab?.click()
}

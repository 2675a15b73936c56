import { type KeyboardEvent, useId } from 'react'
import { formatNumber } from '../../../contract/text/count.ts'
import { Card } from '../../ui/card.tsx'
import { LoadingRows } from '../../ui/table/loading-rows.tsx'
import { CONTEXTS, useBlocklistSearch } from './blocklist-search.ts'
import classes from './blocklist-tabs.module.css'
import { BlocklistView, type BlocklistViewProps } from './blocklist-view.tsx'
import type { EntityMatches } from './entity-matches.ts'
import { NumbersPanel } from './numbers/numbers-panel.tsx'
import { CONTEXT_LABELS } from './records/blocked-entities.ts'
import type { Block } from './records/blocks.ts'

type BlocklistTabsProps = Pick<BlocklistViewProps, 'searched' | 'shown'> & {
  /** null while they are loading. */
  blocks: Block[] | null
  matches: EntityMatches | null
}

/**
 * Tabs for the entity contexts, with the number of entities that match, and one for all numbers. Arrow keys
 * choose the next or previous tab, as a click does.
 */
export function BlocklistTabs(props: BlocklistTabsProps) {
  const { matches } = props
  const { search, onOpen } = useBlocklistSearch()
  const { context = 'company', view: tab = context, q } = search
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
            onClick={() => onOpen(each === 'all' ? { view: each, q } : { context: each, q })}
          >
            {each === 'all' ? 'All' : CONTEXT_LABELS[each].title}
            {matches && each !== 'all' && (
              <span className={classes.count}> {formatNumber(matches[each].length)}</span>
            )}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={id} aria-labelledby={`${id}${tab}`}>
        <ListOnScreen {...props} />
      </div>
    </>
  )
}

/** All numbers, or the entities of the chosen tab. */
function ListOnScreen({ blocks, matches, searched, shown }: BlocklistTabsProps) {
  const { search } = useBlocklistSearch()
  if (blocks === null || matches === null) {
    return (
      <Card>
        <LoadingRows label="Loading the blocklist…" />
      </Card>
    )
  }
  if (search.view === 'all') return <NumbersPanel all={blocks} searched={searched} shown={null} />
  return <BlocklistView {...{ blocks, matches, searched, shown }} />
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

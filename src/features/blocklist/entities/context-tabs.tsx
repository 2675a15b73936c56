import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { EntityContext } from '../../../../contract/blocklist.ts'
import { formatNumber } from '../../../format/numbers.ts'
import * as messages from '../messages.ts'
import { CONTEXT_LABELS, CONTEXTS } from '../records/blocked-entities.ts'
import classes from './context-tabs.module.css'
import type { FoundByContext } from './find-entities.ts'
import '@mantine/core/styles/Tabs.layer.css'

type ContextTabsProps = {
  context: EntityContext
  onContext: (context: EntityContext) => void
  /** null while they are unknown: no count is shown then. */
  found: FoundByContext | null
  children: ReactNode
}

/**
 * Tabs for the entity contexts, with the number of entities that have blocked numbers or were found.
 */
export function ContextTabs({ context, onContext, found, children }: ContextTabsProps) {
  return (
    <Tabs
      value={context}
      onChange={value => onContext(EntityContext.safeParse(value).data ?? context)}
      keepMounted={false}
      classNames={{ list: classes.list, tab: classes.tab }}
    >
      <Tabs.List aria-label={messages.tabs}>
        {CONTEXTS.map(each => (
          <Tabs.Tab key={each} value={each}>
            {CONTEXT_LABELS[each].title}
            {found && <span className={classes.count}> {formatNumber(found[each].length)}</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={context}>{children}</Tabs.Panel>
    </Tabs>
  )
}

import { Tabs } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import type { ReactNode } from 'react'
import { EntityContext } from '../../../contract/blocklist.ts'
import { type BlockedEntities, withNumbers } from './blocked-entities.ts'
import classes from './context-tabs.module.css'
import { CONTEXT_WORDS, CONTEXTS } from './context-words.ts'

type ContextTabsProps = {
  context: EntityContext
  onContext: (context: EntityContext) => void
  /** null while they are not known: no count is shown then, least of all 0. */
  entities: BlockedEntities | null
  children: ReactNode
}

/** The blocklist by entity context, with how many entities of each have blocked numbers. */
export function ContextTabs({ context, onContext, entities, children }: ContextTabsProps) {
  return (
    <Tabs
      value={context}
      onChange={value => onContext(EntityContext.safeParse(value).data ?? context)}
      keepMounted={false}
      classNames={{ list: classes.list, tab: classes.tab }}
    >
      <Tabs.List aria-label="What the numbers are blocked for">
        {CONTEXTS.map(each => (
          <Tabs.Tab key={each} value={each}>
            {CONTEXT_WORDS[each].title}
            {entities && (
              <span className={classes.count}> {withNumbers(entities[each]).length}</span>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={context}>{children}</Tabs.Panel>
    </Tabs>
  )
}

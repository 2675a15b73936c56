import { IconArrowLeft, IconBan } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { EntityContext } from '../../../contract/blocklist.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { BlockedEntity } from './blocked-entities.ts'
import classes from './blocklist-view.module.css'
import { CONTEXT_WORDS } from './context-words.ts'
import { EntityList } from './entity-list.tsx'
import { EntityNumbers } from './entity-numbers.tsx'
import type { NewsItem } from './news.tsx'

type BlocklistViewProps = {
  context: EntityContext
  entities: BlockedEntity[]
  /** The entity that was chosen. Where there is room, the first one is shown until one is. */
  chosen: BlockedEntity | undefined
  page: number
  pageSize: number
  onTurn: (to: { page: number; page_size: number }) => void
  onChoose: (reference: string) => void
  onNews: (news: NewsItem) => void
}

/** The entities of one context beside the numbers of one of them; on narrow screens one or the other. */
export function BlocklistView({
  context,
  entities,
  chosen,
  onChoose,
  ...rest
}: BlocklistViewProps) {
  const words = CONTEXT_WORDS[context]
  const shown = chosen ?? entities[0]
  if (shown === undefined) {
    return (
      <Card>
        <EmptyState
          icon={<IconBan size={22} aria-hidden />}
          title={`No numbers are blocked for any ${words.one}`}
          message={`The whole blocklist was read, and no ${words.one} is on it. Block numbers to turn their calls away.`}
        />
      </Card>
    )
  }

  return (
    <div className={classes.container}>
      <div className={classes.view} data-chosen={chosen !== undefined}>
        <div className={classes.entities}>
          {entities.length > 0 ? (
            <EntityList context={context} entities={entities} shown={shown.reference} />
          ) : (
            <p className={classes.none}>No other {words.one} has blocked numbers.</p>
          )}
        </div>
        <div className={classes.numbers}>
          <Link to="/blocklist" search={{ context }} className={classes.back}>
            <IconArrowLeft size={16} aria-hidden />
            All {words.many}
          </Link>
          <EntityNumbers
            key={shown.reference}
            context={context}
            entity={shown}
            onWork={() => {
              // Else another one would be shown once this one's last number is unblocked.
              if (chosen === undefined) onChoose(shown.reference)
            }}
            {...rest}
          />
        </div>
      </div>
    </div>
  )
}

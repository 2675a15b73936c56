import { useId } from 'react'
import { SearchField } from '../../../ui/search-field.tsx'
import { isNumberSearch, numberInterpretations } from '../phone/number-search.ts'
import type { BlockedEntities } from '../records/blocked-entities.ts'
import { BlockStatus } from './block-status.tsx'
import classes from './blocklist-find.module.css'
import * as messages from './messages.ts'
import { numberStatuses } from './number-status.ts'

type BlocklistFindProps = {
  /** null while the list is unknown; then no status is shown. */
  entities: BlockedEntities | null
  searchText: string
  onTextChange: (searchText: string) => void
}

/**
 * The search of the blocklist: a name or reference finds entities, and a number also answers whether
 * it is blocked, for all companies, groups and partners at once.
 */
export function BlocklistFind({ entities, searchText, onTextChange }: BlocklistFindProps) {
  const answer = useId()
  const isNumber = isNumberSearch(searchText)
  const statuses =
    isNumber && entities ? numberStatuses(numberInterpretations(searchText), entities) : null
  return (
    <search className={classes.find} aria-label={messages.searchLabel}>
      <div className={classes.field}>
        <SearchField
          label={messages.searchField}
          placeholder={messages.searchPlaceholder}
          text={searchText}
          onTextChange={onTextChange}
          describedBy={answer}
        />
      </div>
      <div id={answer} role="status" className={classes.answer}>
        {searchText.trim() === '' && <p className={classes.hint}>{messages.searchHint}</p>}
        {isNumber && !entities && <p className={classes.hint}>{messages.stillLoading}</p>}
        {isNumber && entities && !statuses && (
          <p className={classes.hint}>{messages.incompleteNumber}</p>
        )}
        {statuses?.map(status => (
          <BlockStatus key={status.number} status={status} />
        ))}
      </div>
    </search>
  )
}

import { useId } from 'react'
import { SearchField } from '../../../ui/search-field.tsx'
import { DEFAULT_COUNTRY } from '../phone/default-country.ts'
import { isNumberSearch, numberInterpretations } from '../phone/number-search.ts'
import type { BlockedEntities } from '../records/blocked-entities.ts'
import { BlockStatus } from './block-status.tsx'
import classes from './blocklist-find.module.css'
import { numberStatuses } from './number-status.ts'

type BlocklistFindProps = {
  /** null while the list is unknown; then no status is shown. */
  entities: BlockedEntities | null
  typed: string
  onType: (typed: string) => void
}

/**
 * The search of the blocklist: a name or reference finds entities, and a number also answers whether
 * it is blocked, for all companies, groups and partners at once.
 */
export function BlocklistFind({ entities, typed, onType }: BlocklistFindProps) {
  const answer = useId()
  const isNumber = isNumberSearch(typed)
  const statuses =
    isNumber && entities ? numberStatuses(numberInterpretations(typed), entities) : null
  return (
    <search className={classes.find} aria-label="Find on the blocklist">
      <div className={classes.field}>
        <SearchField
          label="Find a number, company, partner or group"
          placeholder="Number, name or reference"
          typed={typed}
          onType={onType}
          describedBy={answer}
        />
      </div>
      <div id={answer} role="status" className={classes.answer}>
        {typed.trim() === '' && (
          <p className={classes.hint}>
            Enter a number to see whether it is blocked, and by what. Without a country code,{' '}
            {DEFAULT_COUNTRY.name} is assumed.
          </p>
        )}
        {isNumber && !entities && <p className={classes.hint}>The blocklist is still loading…</p>}
        {isNumber && entities && !statuses && (
          <p className={classes.hint}>
            This is not a complete phone number. Enter it with its country code, such as +27 82 123
            0001, or as it is dialled in {DEFAULT_COUNTRY.name}, such as 082 123 0001.
          </p>
        )}
        {statuses?.map(status => (
          <BlockStatus key={status.number} status={status} />
        ))}
      </div>
    </search>
  )
}

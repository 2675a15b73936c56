import { useId } from 'react'
import { DEFAULT_COUNTRY } from '../../../../contract/blocklist.ts'
import { SearchField } from '../../../ui/search-field.tsx'
import * as messages from '../messages.ts'
import { isNumberSearch, mayBePart, numberInterpretations } from '../phone/number-search.ts'
import { usePhoneRules } from '../phone/use-phone-rules.ts'
import type { BlockedEntities } from '../records/blocked-entities.ts'
import { BlockStatus } from './block-status.tsx'
import classes from './blocklist-find.module.css'
import { countMatches, type NumberStatus, numberStatuses } from './number-status.ts'

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
        {isNumber && entities && <Answer text={searchText.trim()} entities={entities} />}
      </div>
    </search>
  )
}

type AnswerProps = { text: string; entities: BlockedEntities }

function Answer({ text, entities }: AnswerProps) {
  const { data: rules, isPending } = usePhoneRules()
  if (isPending) return null
  const statuses = numberStatuses((rules?.readNumbers ?? numberInterpretations)(text), entities)
  const blocked = statuses.filter(({ entries }) => entries.length > 0)
  // People search for the last digits of a number. A "No" about a number that no country has would
  // contradict the list, which has numbers that contain these digits.
  const isUsual = ({ number }: NumberStatus) =>
    rules?.countryOfNumber(number)?.isUsual ?? number.startsWith(DEFAULT_COUNTRY.callingCode)
  const free = mayBePart(text) ? statuses.find(isUsual) : statuses[0]
  const shown = blocked.length > 0 || free === undefined ? blocked : [free]
  if (shown.length === 0) {
    return (
      <p className={classes.hint}>
        {messages.incompleteNumber(text, countMatches(text, entities))}
      </p>
    )
  }
  return shown.map(status => <BlockStatus key={status.number} status={status} />)
}

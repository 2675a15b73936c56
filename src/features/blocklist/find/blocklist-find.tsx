import { type ReactNode, useId } from 'react'
import { DEFAULT_COUNTRY } from '../../../../contract/blocklist.ts'
import { SearchField } from '../../../ui/search-field.tsx'
import * as messages from '../messages.ts'
import { LazyNumberCountry } from '../phone/lazy-number-country.tsx'
import { LazyNumberReadings } from '../phone/lazy-number-readings.tsx'
import { isNumberSearch, mayBePart } from '../phone/number-search.ts'
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
        {isNumber && entities && (
          <LazyNumberReadings text={searchText.trim()}>
            {readings => (
              <Answer text={searchText.trim()} readings={readings} entities={entities} />
            )}
          </LazyNumberReadings>
        )}
      </div>
    </search>
  )
}

type AnswerProps = { text: string; readings: string[]; entities: BlockedEntities }

function Answer({ text, readings, entities }: AnswerProps) {
  const statuses = numberStatuses(readings, entities)
  const isBlocked = statuses.some(({ entries }) => entries.length > 0)
  if (isBlocked || !mayBePart(text)) {
    if (statuses.length === 0) return <Incomplete text={text} entities={entities} />
    return statuses
      .slice(0, isBlocked ? undefined : 1)
      .map(status => <BlockStatus key={status.number} status={status} />)
  }
  return (
    <FirstUsual statuses={statuses} otherwise={<Incomplete text={text} entities={entities} />} />
  )
}

/**
 * People search for the last digits of a number. A "No" about a number that no country has would
 * contradict the list, which has numbers that contain these digits.
 */
function FirstUsual({ statuses, otherwise }: { statuses: NumberStatus[]; otherwise: ReactNode }) {
  const [status, ...others] = statuses
  if (!status) return otherwise
  const isOfDefaultCountry = status.number.startsWith(DEFAULT_COUNTRY.callingCode)
  return (
    <LazyNumberCountry key={status.number} number={status.number} whileLoading={null}>
      {origin =>
        (origin?.isUsual ?? isOfDefaultCountry) ? (
          <BlockStatus status={status} />
        ) : (
          <FirstUsual statuses={others} otherwise={otherwise} />
        )
      }
    </LazyNumberCountry>
  )
}

function Incomplete({ text, entities }: { text: string; entities: BlockedEntities }) {
  return (
    <p className={classes.hint}>{messages.incompleteNumber(text, countMatches(text, entities))}</p>
  )
}

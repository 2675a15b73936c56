import { IconBan, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { DEFAULT_COUNTRY } from '../../../../contract/blocklist.ts'
import { formatNumber, plural } from '../../../../contract/text/count.ts'
import { formatPhoneNumber } from '../../../../contract/text/phone-number.ts'
import type { Times } from '../../../../contract/time/times-in.ts'
import { useTimes } from '../../../format/times.ts'
import { SearchField } from '../../../ui/search-field.tsx'
import { isNumberSearch, mayBePart, numberInterpretations } from '../phone/number-search.ts'
import { usePhoneRules } from '../phone/use-phone-rules.ts'
import { type BlockedEntities, CONTEXT_LABELS } from '../records/blocked-entities.ts'
import { useOtherRecords } from '../records/other-records.tsx'
import classes from './blocklist-find.module.css'
import {
  blockOf,
  countMatches,
  lastUnblock,
  type NumberChange,
  type NumberStatus,
  numberHistoryQuery,
  numberStatuses,
} from './number-status.ts'

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
    <search className={classes.find} aria-label="Find on the blocklist">
      <div className={classes.field}>
        <SearchField
          label="Find a number, company, partner or group"
          placeholder="Number, name or reference"
          text={searchText}
          onTextChange={onTextChange}
          describedBy={answer}
        />
      </div>
      <div id={answer} role="status" className={classes.answer}>
        {searchText.trim() === '' && (
          <p className={classes.hint}>Enter a number to see whether it is blocked, and by what.</p>
        )}
        {isNumber && !entities && <p className={classes.hint}>The blocklist is still loading…</p>}
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
    const matches = countMatches(text, entities)
    return (
      <p className={classes.hint}>
        {`This is not a complete phone number. ${matches === 0 ? '' : `${formatNumber(matches)} blocked ${plural(matches, 'number contains', 'numbers contain')} ${text}. `}Enter it with its country code, such as +27 82 123 0001, or as it is dialled in ${DEFAULT_COUNTRY.name}, such as 082 123 0001.`}
      </p>
    )
  }
  return shown.map(status => <BlockStatus key={status.number} status={status} />)
}

/** More would push the list itself off the screen. */
const MAX_SHOWN = 6

function BlockStatus({ status: { number, entries } }: { status: NumberStatus }) {
  const isBlocked = entries.length > 0
  const origin = usePhoneRules().data?.countryOfNumber(number)
  const isAllRead = useOtherRecords().length === 0
  const history = useQuery(numberHistoryQuery(number))
  const times = useTimes()
  const changes = history.data ?? []
  const unblocked = isBlocked ? null : lastUnblock(changes)
  return (
    <div className={classes.status} data-blocked={isBlocked}>
      {isBlocked ? <IconBan size={18} aria-hidden /> : <IconCheck size={18} aria-hidden />}
      <div>
        <p>
          <strong>
            {isBlocked ? 'Yes' : 'No'}, <span translate="no">{formatPhoneNumber(number)}</span> is{' '}
            {isBlocked ? 'blocked' : 'not blocked'}.
          </strong>{' '}
          {origin?.country && <span className={classes.country}>{origin.country}.</span>}
        </p>
        {!isBlocked && (
          <p>
            <Link
              from="/blocklist"
              search={search => ({ ...search, add: 'true', block: number })}
              resetScroll={false}
            >
              Block it
            </Link>
            {origin?.isUsual === false &&
              ` It doesn’t look like a number of ${origin.country ?? 'any country'}: is it complete?`}
            {!isAllRead &&
              ` Redial can’t read some entries of the blocklist. They are at the end of this page.`}
          </p>
        )}
        {isBlocked && <Entries entries={entries.slice(0, MAX_SHOWN)} changes={history.data} />}
        {history.isError && <p>Who blocked or unblocked it could not be loaded.</p>}
        {unblocked && <p>{`Unblocked by ${formatActor(unblocked, times)}.`}</p>}
        {changes.length > 0 && (
          <p>
            <Link to="/activity" search={{ number: `+${number}` }} preload={false}>
              All changes of this number in Activity
            </Link>
          </p>
        )}
        {entries.length > MAX_SHOWN && (
          <details>
            <summary>{`${formatNumber(entries.length - MAX_SHOWN)} more entries block it`}</summary>
            <Entries entries={entries.slice(MAX_SHOWN)} changes={history.data} />
          </details>
        )}
      </div>
    </div>
  )
}

/** "Thandi, 21 Nov, 14:03:09" */
function formatActor({ who, at }: NumberChange, times: Times): string {
  return `${who ?? 'a script'}, ${times.moment(at)}`
}

type EntriesProps = Pick<NumberStatus, 'entries'> & {
  /** undefined while they are not loaded. */
  changes: NumberChange[] | undefined
}

/** The entries that block a number, with whose calls are rejected and who blocked it. */
function Entries({ entries, changes }: EntriesProps) {
  const times = useTimes()
  return (
    <ul className={classes.entries}>
      {entries.map(entry => {
        const { context, entity } = entry
        const { title, one } = CONTEXT_LABELS[context]
        const block = changes && blockOf(changes, entry)
        return (
          <li key={`${context} ${entity.reference}`}>
            {title}{' '}
            <Link
              from="/blocklist"
              search={({ q }) => ({ context, entity: entity.reference, q })}
              resetScroll={false}
              translate="no"
            >
              {entity.name || entity.reference}
            </Link>{' '}
            blocks it: calls to {context === 'company' ? 'this' : 'every company of this'} {one} are
            rejected. {block && `Blocked by ${formatActor(block, times)}.`}
            {block === null &&
              'It was added outside Redial, or before Redial’s activity log began, so who added it and when is unknown.'}
          </li>
        )
      })}
    </ul>
  )
}

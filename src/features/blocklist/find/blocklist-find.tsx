import { IconBan, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { ActivityEntry } from '../../../../contract/activity.ts'
import type { NotedBlocks } from '../../../../contract/blocklist/block-notes.ts'
import { DEFAULT_COUNTRY } from '../../../../contract/blocklist.ts'
import { formatCount, formatNumber, plural } from '../../../../contract/text/count.ts'
import { formatPhoneNumber } from '../../../../contract/text/phone-number.ts'
import type { Times } from '../../../../contract/time/times-in.ts'
import { useTimes } from '../../../format/times.ts'
import { SearchField } from '../../../ui/search-field.tsx'
import { formatNote } from '../messages.ts'
import { isNumberSearch, mayBePart, numberInterpretations } from '../phone/number-search.ts'
import { usePhoneRules } from '../phone/use-phone-rules.ts'
import { type BlockedEntities, CONTEXT_LABELS } from '../records/blocked-entities.ts'
import { blocksOf, type Notes, useBlockNotes } from '../records/blocks.ts'
import { useOtherRecords } from '../records/other-records.tsx'
import classes from './blocklist-find.module.css'
import {
  countMatches,
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
  const notes = useBlockNotes()
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
        {isBlocked && (
          <Entries number={number} entries={entries.slice(0, MAX_SHOWN)} notes={notes.data} />
        )}
        {notes.isError && <p>Why it is blocked, and by whom, could not be loaded.</p>}
        {entries.length > MAX_SHOWN && (
          <details>
            <summary>{`${formatNumber(entries.length - MAX_SHOWN)} more entries block it`}</summary>
            <Entries number={number} entries={entries.slice(MAX_SHOWN)} notes={notes.data} />
          </details>
        )}
        {notes.data && <RemovedOutside number={number} entries={entries} notes={notes.data} />}
        <NumberHistory number={number} />
      </div>
    </div>
  )
}

/** "Thandi, 21 Nov, 14:03:09" */
function formatActor({ who, at }: { who: string | null; at: string }, times: Times): string {
  return `${who ?? 'a script'}, ${times.moment(at)}`
}

type EntriesProps = NumberStatus & {
  /** undefined while they are not loaded. */
  notes: Notes | undefined
}

/** The entries that block a number, with whose calls are rejected, who blocked it and why. */
function Entries({ number, entries, notes }: EntriesProps) {
  const times = useTimes()
  const since = notes?.since ? ` before ${times.moment(notes.since)}` : ''
  return (
    <ul className={classes.entries}>
      {entries.map(({ context, entity }) => {
        const { title, one } = CONTEXT_LABELS[context]
        const [block] = blocksOf(context, { ...entity, numbers: [number] }, notes)
        const { note, refused } = block ?? {}
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
            rejected. {note?.at && `Blocked by ${formatActor({ ...note, at: note.at }, times)}.`}
            {notes &&
              !note?.at &&
              `It was added outside Redial, or${since || ' before Redial was used'}, so who added it and when is unknown.`}
            {note && ` ${formatNote(note)}`}
            {refused &&
              ` It refused ${formatCount(refused.count, 'call', 'calls')} in 90 days, the last on ${times.moment(refused.last_at)}.`}
          </li>
        )
      })}
    </ul>
  )
}

/** Entities for which Redial blocked the number, and whose list doesn't have it any more. */
function RemovedOutside({ number, entries, notes }: NumberStatus & { notes: Notes }) {
  const times = useTimes()
  const isListed = (noted: NotedBlocks) =>
    entries.some(
      ({ context, entity }) =>
        context === noted.entity_context_name && entity.reference === noted.reference,
    )
  const removed = [...notes.byEntity.values()].flatMap(byNumber => byNumber.get(number) ?? [])
  return removed.map(noted =>
    noted.at === null || isListed(noted) ? null : (
      <p key={`${noted.entity_context_name} ${noted.reference}`}>
        {CONTEXT_LABELS[noted.entity_context_name].title}{' '}
        <span translate="no">{noted.reference}</span> had it, blocked by{' '}
        {formatActor({ ...noted, at: noted.at }, times)}, but the service doesn’t list it: it was
        removed outside Redial, or never added.
      </p>
    ),
  )
}

/** Who blocked and unblocked a number with Redial, and for whom, newest first. */
function NumberHistory({ number }: { number: string }) {
  const times = useTimes()
  const { data: changes = [], isError } = useQuery(numberHistoryQuery(number))
  if (isError) return <p>Who blocked or unblocked it could not be loaded.</p>
  if (changes.length === 0) return null
  return (
    <details>
      <summary>History ({formatNumber(changes.length)})</summary>
      <ul className={classes.entries}>
        {changes.map(change => (
          <li key={change.id}>
            {formatChange(change)} by {formatActor(change, times)}
            {change.outcome === 'unknown' && ', but no answer came'}.
          </li>
        ))}
      </ul>
      <Link to="/activity" search={{ number: `+${number}` }} preload={false}>
        All changes of this number in Activity
      </Link>
    </details>
  )
}

const CHANGES: Partial<Record<ActivityEntry['kind'], string>> = {
  numbers_blocked: 'Blocked',
  numbers_unblocked: 'Unblocked',
  block_notes_changed: 'Note changed',
}

/** "Blocked for company Acme Cars" */
function formatChange({ kind, details }: ActivityEntry): string {
  const context =
    'entity_context_name' in details && CONTEXT_LABELS[details.entity_context_name].one
  const name = 'reference' in details ? details.name || details.reference : null
  return [CHANGES[kind] ?? kind, context && 'for', context, name].filter(Boolean).join(' ')
}

import { IconBan, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { type ActivityEntry, ActivityPage } from '../../../../contract/activity.ts'
import { DEFAULT_COUNTRY, withCountryCode } from '../../../../contract/blocklist.ts'
import { formatCount, formatNumber } from '../../../../contract/text/count.ts'
import { formatPhoneNumber } from '../../../../contract/text/phone-number.ts'
import type { Times } from '../../../../contract/time/times-in.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { request } from '../../../api/request.ts'
import { useTimes } from '../../../format/times.ts'
import { SearchField } from '../../../ui/search-field.tsx'
import type { BlocklistSearch } from '../blocklist-search.ts'
import { formatNote } from '../messages.ts'
import {
  isNumberSearch,
  isWhole,
  mayBePart,
  numberInterpretations,
} from '../phone/number-search.ts'
import { usePhoneRules } from '../phone/use-phone-rules.ts'
import { CONTEXT_LABELS } from '../records/blocked-entities.ts'
import { type Block, type Notes, useBlockNotes } from '../records/blocks.ts'
import { useOtherRecords } from '../records/other-records.tsx'
import classes from './blocklist-find.module.css'

type BlocklistFindProps = {
  /** null while the list is unknown; then no status is shown. */
  blocks: Block[] | null
  searchText: string
  onTextChange: (searchText: string) => void
}

/**
 * The search of the blocklist: a name or reference finds entities, and a number also answers whether
 * it is blocked, for all companies, groups and partners at once.
 */
export function BlocklistFind({ blocks, searchText, onTextChange }: BlocklistFindProps) {
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
        {isNumber && !blocks && <p className={classes.hint}>The blocklist is still loading…</p>}
        {isNumber && blocks && <Answer text={searchText.trim()} all={blocks} />}
      </div>
    </search>
  )
}

/** Whether a number is blocked, by one block or several. */
type NumberStatus = { number: string; blocks: Block[] }

/**
 * The interpretations of a text that are blocked. Otherwise those that may be complete numbers, most
 * likely first; none if the text is not a complete number.
 *
 * @param interpretations as `readNumbers` returns them
 */
export function numberStatuses(interpretations: string[], all: Block[]): NumberStatus[] {
  const statuses = interpretations.map(number => ({
    number,
    blocks: all.filter(block => withCountryCode(block.number) === number),
  }))
  const blocked = statuses.filter(({ blocks }) => blocks.length > 0)
  return blocked.length > 0 ? blocked : statuses.filter(({ number }) => isWhole(number))
}

function Answer({ text, all }: { text: string; all: Block[] }) {
  const { data: rules, isPending } = usePhoneRules()
  if (isPending) return null
  const statuses = numberStatuses((rules?.readNumbers ?? numberInterpretations)(text), all)
  const blocked = statuses.filter(({ blocks }) => blocks.length > 0)
  // People search for the last digits of a number. A "No" about a number that no country has would
  // contradict the list, which has numbers that contain these digits.
  const isUsual = ({ number }: NumberStatus) =>
    rules?.countryOfNumber(number)?.isUsual ?? number.startsWith(DEFAULT_COUNTRY.callingCode)
  const free = mayBePart(text) ? statuses.find(isUsual) : statuses[0]
  const shown = blocked.length > 0 || free === undefined ? blocked : [free]
  if (shown.length === 0) {
    return (
      <p className={classes.hint}>
        This is not a complete phone number. Enter it with its country code, such as +27 82 123
        0001, or as it is dialled in {DEFAULT_COUNTRY.name}, such as 082 123 0001.
      </p>
    )
  }
  return shown.map(status => <BlockStatus key={status.number} status={status} />)
}

/** More would push the list itself off the screen. */
const MAX_SHOWN = 6

function BlockStatus({ status: { number, blocks } }: { status: NumberStatus }) {
  const isBlocked = blocks.length > 0
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
              search={(search: BlocklistSearch) => ({ ...search, add: 'true', block: number })}
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
        <Entries blocks={blocks.slice(0, MAX_SHOWN)} notes={notes.data} />
        {notes.isError && <p>Why it is blocked, and by whom, could not be loaded.</p>}
        {blocks.length > MAX_SHOWN && (
          <details>
            <summary>{`${formatNumber(blocks.length - MAX_SHOWN)} more entries block it`}</summary>
            <Entries blocks={blocks.slice(MAX_SHOWN)} notes={notes.data} />
          </details>
        )}
        {notes.data && <RemovedOutside number={number} blocks={blocks} notes={notes.data} />}
        <NumberHistory number={number} />
      </div>
    </div>
  )
}

/** "Thandi, 21 Nov, 14:03:09" */
function formatActor({ who, at }: { who: string | null; at: string }, times: Times): string {
  return `${who ?? 'a script'}, ${times.moment(at)}`
}

type EntriesProps = {
  blocks: Block[]
  /** undefined while they are not loaded. */
  notes: Notes | undefined
}

/** The entries that block a number, with whose calls are rejected, who blocked it and why. */
function Entries({ blocks, notes }: EntriesProps) {
  const times = useTimes()
  const since = notes?.since ? times.moment(notes.since) : 'Redial was used'
  if (blocks.length === 0) return null
  return (
    <ul className={classes.entries}>
      {blocks.map(({ id, entity: { context, reference, name }, note, refused }) => {
        const { title, one } = CONTEXT_LABELS[context]
        return (
          <li key={id}>
            {title}{' '}
            <Link
              from="/blocklist"
              search={({ q }: BlocklistSearch) => ({ context, entity: reference, q })}
              resetScroll={false}
              translate="no"
            >
              {name}
            </Link>{' '}
            blocks it: calls to {context === 'company' ? 'this' : 'every company of this'} {one} are
            rejected. {note?.at && `Blocked by ${formatActor({ ...note, at: note.at }, times)}.`}
            {notes &&
              !note?.at &&
              `It was added outside Redial, or before ${since}, so who added it and when is unknown.`}
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
function RemovedOutside({ number, blocks, notes }: NumberStatus & { notes: Notes }) {
  const times = useTimes()
  return [...notes.noted].map(([entity, noted]) => {
    const note = noted.get(number)
    if (!note?.at || blocks.some(block => block.note === note)) return null
    return (
      <p key={entity}>
        It was blocked for {CONTEXT_LABELS[note.entity_context_name].one}{' '}
        <span translate="no">{note.reference}</span> by{' '}
        {formatActor({ ...note, at: note.at }, times)}, but the service doesn’t list it: it was
        removed outside Redial, or never added.
      </p>
    )
  })
}

/** More changes of one number than a person makes. */
const MAX_CHANGES = 100

/** Who blocked and unblocked a number with Redial, and for whom, newest first. */
function NumberHistory({ number }: { number: string }) {
  const times = useTimes()
  const { data: changes = [], isError } = useQuery({
    queryKey: [...queryKeys.numberHistory, number],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ number, page_size: String(MAX_CHANGES) })
      const { results } = await request(ActivityPage, `/gateway/activity?${query}`, { signal })
      return results.filter(({ outcome }) => outcome !== 'refused')
    },
  })
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

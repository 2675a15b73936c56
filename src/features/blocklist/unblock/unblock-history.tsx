import {
  type QueryClient,
  queryOptions,
  skipToken,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type RefObject, useRef } from 'react'
import { withCountryCode } from '../../../../contract/blocklist.ts'
import { formatNumber, plural } from '../../../../contract/text/count.ts'
import { describeError } from '../../../api/error-messages.ts'
import { useTimes } from '../../../format/times.ts'
import { notify } from '../../../ui/notification/notify.ts'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { focusIfLost } from '../../../ui/use-focus-if-lost.ts'
import type { ChangeSummary } from '../change/blocklist-change.ts'
import { formatBlock, formatUnblock, isAllDone } from '../change/change-messages.ts'
import { useBlocklistChange } from '../change/use-blocklist-change.tsx'
import { namedOrCounted, numberCount } from '../messages.ts'
import { type EntityId, isSameEntity } from '../records/blocked-entities.ts'
import classes from './unblock-history.module.css'

/** Numbers that were blocked or unblocked in this tab, which can be undone. */
export type Undoable = Pick<ChangeSummary, 'isBlock' | 'entity' | 'notes'> & {
  id: number
  at: string
  /** With their country codes, which a service may list otherwise. */
  numbers: string[]
  isUndone: boolean
  /** Whether an undo was attempted. Numbers that are blocked now may have been blocked by it. */
  isTried: boolean
}

/** Kept only in memory, until the session ends. */
const historyQuery = queryOptions<Undoable[]>({
  queryKey: ['changed in this visit'],
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** Numbers that were blocked or unblocked in this session, newest first. */
export function useBlocklistHistory(): Undoable[] {
  return useQuery(historyQuery).data ?? NONE
}

const NONE: Undoable[] = []

let lastId = 0

/** @returns the id of the new entry; none if nothing was done */
function addToHistory(client: QueryClient, summary: ChangeSummary): number[] {
  const { isBlock, entity, done, isExact, notes } = summary
  // Undo leaves what was blocked before, so there is no Undo if the list before is unknown.
  if (done.length === 0 || (isBlock && !isExact)) return []
  const made = { id: ++lastId, at: new Date().toISOString(), isUndone: false, isTried: false }
  const entry = { ...made, isBlock, entity, numbers: done.map(withCountryCode), notes }
  client.setQueryData(historyQuery.queryKey, (history = []) => [entry, ...history])
  return [entry.id]
}

/** More messages than a person reads in a notification. */
const MAX_SUMMARIES = 3

/** Says what changes did, with Undo. An undo says what it did even if the button has disappeared by then. */
export function useBlocklistUndo() {
  const client = useQueryClient()
  const { run, isPending } = useBlocklistChange()

  /** @param ids what Undo undoes */
  const notifyOf = (summaries: ChangeSummary[], text: string, ids: number[]) => {
    const undoAll = async () => {
      for (const id of ids) await undo(id)
    }
    const action = ids.length === 0 ? undefined : { label: 'Undo', run: undoAll }
    notify({ topic: 'blocklist', text, isSuccess: summaries.every(isAllDone), action })
  }

  const say = (summaries: ChangeSummary[], text = formatChanges(summaries)) =>
    notifyOf(
      summaries,
      text,
      summaries.flatMap(summary => addToHistory(client, summary)),
    )

  const undo = async (id: number) => {
    const entry = client.getQueryData(historyQuery.queryKey)?.find(entry => entry.id === id)
    // It may have been undone in the meantime.
    if (!entry || entry.isUndone) return
    const { isBlock, entity, numbers } = entry
    const byNote = Map.groupBy(numbers, number => entry.notes?.get(number))
    const changes = Array.from(byNote, ([noted, same]) => {
      const note = noted && { reason: noted.reason, note: noted.note, until: noted.until }
      return { isBlock: !isBlock, entity, numbers: same, note }
    })
    const summaries = await run(changes)
    const rest = summaries.flatMap(({ unclear, rest }) => [...unclear, ...rest])
    // The numbers that an undo could not change are left to undo.
    const change =
      rest.length > 0 ? { numbers: rest.map(withCountryCode), isTried: true } : { isUndone: true }
    client.setQueryData(historyQuery.queryKey, history =>
      history?.map(each => (each.id === id ? { ...each, ...change } : each)),
    )
    if (!isBlock) return notifyOf(summaries, formatBlockedAgain(entry, summaries, rest), [])
    const ids = summaries.flatMap(summary => addToHistory(client, summary))
    notifyOf(summaries, formatChanges(summaries), rest.length > 0 ? [id] : ids)
  }

  return { undo, isPending, say }
}

/** What went wrong comes first. */
function formatChanges(summaries: ChangeSummary[]): string {
  const inOrder = summaries.toSorted((a, b) => Number(isAllDone(a)) - Number(isAllDone(b)))
  const texts = inOrder
    .slice(0, MAX_SUMMARIES)
    .map(summary => (summary.isBlock ? formatBlock(summary) : formatUnblock(summary)))
  const others = inOrder.slice(MAX_SUMMARIES).flatMap(({ done }) => done).length
  if (others > 0) texts.push(`${numberCount(others)} changed for others.`)
  return texts.join(' ')
}

/** @param rest the numbers that are not blocked again */
function formatBlockedAgain(
  { entity: { name }, numbers, isTried }: Undoable,
  summaries: ChangeSummary[],
  rest: string[],
): string {
  if (rest.length > 0) {
    const failure = summaries.find(({ failure }) => failure !== null)?.failure
    const why = failure ? ` ${describeError(failure, 'blocklist').message}` : ''
    const count = formatNumber(numbers.length - rest.length)
    return `${count} of ${numberCount(numbers.length)} blocked again for ${name}.${why} To try the rest again, open “Unblocked in this session”.`
  }
  const again = `${namedOrCounted(numbers, 1)} blocked again for ${name}.`
  // A colleague blocked some of the numbers first. They are blocked once, and one unblock removes them.
  const already = isTried ? 0 : summaries.flatMap(({ already }) => already).length
  if (already === 0) return again
  const all = already === numbers.length
  const which = all ? plural(already, 'it', 'them') : `${formatNumber(already)} of them`
  return `${again} Somebody else had already blocked ${which}.`
}

/** Numbers that were unblocked since Redial was loaded, with an Undo button for each change and how long it is there. */
export function UnblockHistoryList() {
  const times = useTimes()
  const history = useBlocklistHistory().filter(({ isBlock }) => !isBlock)
  const summary = useRef<HTMLElement>(null)
  if (history.length === 0) return null
  const count = history.reduce((sum, { numbers }) => sum + numbers.length, 0)
  return (
    <details className={classes.history}>
      <summary ref={summary}>Unblocked in this session ({formatNumber(count)})</summary>
      <p>
        You can undo these changes until you reload or close this tab.{' '}
        <Link to="/activity" search={{ kind: 'numbers_unblocked' }}>
          Activity
        </Link>{' '}
        keeps the numbers, but not why they were blocked.
      </p>
      <ul>
        {history.map(entry => {
          const numbers = `${namedOrCounted(entry.numbers)} of ${entry.entity.name}`
          return (
            <li key={entry.id}>
              <span>
                <time dateTime={entry.at}>{times.brief(entry.at)}</time> {numbers}
              </span>
              {entry.isUndone ? (
                <span className={classes.undone}>Blocked again</span>
              ) : (
                <UndoButton entry={entry} name={`Undo: block ${numbers} again`} next={summary} />
              )}
            </li>
          )
        })}
      </ul>
    </details>
  )
}

type UndoLatestProps = {
  entity: EntityId
  /** Gets the focus after the button is gone. */
  next: RefObject<HTMLElement | null>
}

/**
 * Undoes the last change if it was one for an entity. It appears when it has the focus, after the
 * heading that has it then. The message with Undo is at the end of the page, behind all rows.
 */
export function UndoLatest({ entity, next }: UndoLatestProps) {
  const [latest] = useBlocklistHistory()
  if (!latest || latest.isUndone || !isSameEntity(latest.entity, entity)) return null
  const name = `Undo ${latest.isBlock ? 'blocking' : 'unblocking'} of ${namedOrCounted(latest.numbers)}`
  return <UndoButton entry={latest} name={name} next={next} className={classes.latest} />
}

type UndoButtonProps = Pick<UndoLatestProps, 'next'> & {
  entry: Undoable
  name: string
  className?: string | undefined
}

function UndoButton({ entry, name, next, className }: UndoButtonProps) {
  const { undo, isPending } = useBlocklistUndo()
  return (
    <PlainButton
      data-size="xs"
      aria-label={name}
      className={className}
      isLoading={isPending}
      onClick={() => void undo(entry.id).then(() => focusIfLost(next))}
    >
      {className ? name : 'Undo'}
    </PlainButton>
  )
}

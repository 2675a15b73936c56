import {
  type QueryClient,
  queryOptions,
  skipToken,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { NotedBlocks } from '../../../../contract/blocklist/block-notes.ts'
import { type Entity, type EntityContext, withCountryCode } from '../../../../contract/blocklist.ts'
import { formatNumber, plural } from '../../../../contract/text/count.ts'
import { notify } from '../../../ui/notification/notify.ts'
import { randomId } from '../../../ui/random-id.ts'
import type { ChangeSummary } from '../change/blocklist-change.ts'
import { formatBlock, formatUnblock, isAllDone } from '../change/change-messages.ts'
import { useBlocklistChange } from '../change/use-blocklist-change.tsx'
import { namedOrCounted, numberCount } from '../messages.ts'
import { entityKey } from '../records/blocked-entities.ts'
import { blocklistErrorMessage } from '../records/blocklist-errors.ts'
import { blockNotesQuery, notesOf } from '../records/blocks.ts'

/** Numbers that were blocked or unblocked in this tab, which can be undone. */
export type Undoable = {
  id: string
  at: string
  isBlock: boolean
  context: EntityContext
  entity: Entity
  /** With their country codes, which a service may list otherwise. */
  numbers: string[]
  /** Why unblocked numbers were blocked, as far as it is known. */
  notes: ReadonlyMap<string, NotedBlocks | undefined>
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
  return useQuery(historyQuery).data ?? []
}

/** What a change did to the blocks of one entity, with the notes that an unblock removed. */
export type NotedSummary = ChangeSummary & Partial<Pick<Undoable, 'notes'>>

/** @returns the id of the new entry; none if nothing was done */
function addToHistory(client: QueryClient, summary: NotedSummary): string[] {
  const { isBlock, context, entity, done, isExact, notes = NO_NOTES } = summary
  // Undo leaves what was blocked before, so there is no Undo if the list before is unknown.
  if (done.length === 0 || (isBlock && !isExact)) return []
  const numbers = done.map(withCountryCode)
  const made = { id: randomId(), at: new Date().toISOString(), isUndone: false, isTried: false }
  const entry = { ...made, isBlock, context, entity, numbers, notes }
  client.setQueryData(historyQuery.queryKey, (history = []) => [entry, ...history])
  return [entry.id]
}

const NO_NOTES: Undoable['notes'] = new Map()

/** More messages than a person reads in a notification. */
const MAX_SUMMARIES = 3

/** Says what changes did, with Undo. An undo says what it did even if the button has disappeared by then. */
export function useBlocklistUndo() {
  const client = useQueryClient()
  const { run, isPending } = useBlocklistChange()

  /** @param ids what Undo undoes */
  const notifyOf = (summaries: ChangeSummary[], text: string, ids: string[]) => {
    const undoAll = async () => {
      for (const id of ids) {
        const entry = client.getQueryData(historyQuery.queryKey)?.find(entry => entry.id === id)
        // It may have been undone in the meantime.
        if (entry && !entry.isUndone) await undo(entry)
      }
    }
    const action = ids.length === 0 ? undefined : { label: 'Undo', run: undoAll }
    notify({ topic: 'blocklist', text, isSuccess: summaries.every(isAllDone), action })
  }

  const say = (summaries: NotedSummary[], text = formatChanges(summaries)) =>
    notifyOf(
      summaries,
      text,
      summaries.flatMap(summary => addToHistory(client, summary)),
    )

  const undo = async (entry: Undoable) => {
    const { id, isBlock, context, entity, numbers } = entry
    // For an undo of this undo.
    const noted = isBlock
      ? await client.fetchQuery(blockNotesQuery).then(notesOf, () => null)
      : null
    const summaries: NotedSummary[] = []
    for (const [noted, same] of Map.groupBy(numbers, number => entry.notes.get(number))) {
      const note = noted && { reason: noted.reason, note: noted.note, until: noted.until }
      summaries.push(await run({ isBlock: !isBlock, context, entity, numbers: same, note }))
    }
    const rest = summaries.flatMap(({ unclear, rest }) => [...unclear, ...rest])
    // The numbers that an undo could not change are left to undo.
    const change =
      rest.length > 0 ? { numbers: rest.map(withCountryCode), isTried: true } : { isUndone: true }
    client.setQueryData(historyQuery.queryKey, history =>
      history?.map(each => (each.id === id ? { ...each, ...change } : each)),
    )
    if (!isBlock) return notifyOf(summaries, formatBlockedAgain(entry, summaries, rest), [])
    const notes = noted?.noted.get(entityKey(context, entity.reference))
    const ids = summaries.flatMap(each =>
      addToHistory(client, { ...each, notes: notes ?? NO_NOTES }),
    )
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
  { entity, numbers, isTried }: Undoable,
  summaries: ChangeSummary[],
  rest: string[],
): string {
  const name = entity.name || entity.reference
  if (rest.length > 0) {
    const failure = summaries.find(({ failure }) => failure !== null)?.failure
    const why = failure ? ` ${blocklistErrorMessage(failure).message}` : ''
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

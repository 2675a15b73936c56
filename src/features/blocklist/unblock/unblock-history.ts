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
import { useBlocklistChange } from '../change/use-blocklist-change.ts'
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

/** What an unblock did to the blocks of one entity. */
export type UnblockSummary = ChangeSummary & Pick<Undoable, 'notes'>

/** @returns the id of the new entry; none if nothing was done */
function addToHistory(client: QueryClient, summary: UnblockSummary): string[] {
  const { isBlock, context, entity, done, notes } = summary
  if (done.length === 0) return []
  const numbers = done.map(withCountryCode)
  const made = { id: randomId(), at: new Date().toISOString(), isUndone: false, isTried: false }
  const entry = { ...made, isBlock, context, entity, numbers, notes }
  client.setQueryData(historyQuery.queryKey, (history = []) => [entry, ...history])
  return [entry.id]
}

/** More messages than a person reads in a notification. */
const MAX_TOLD = 3

/** Says what changes did, with Undo. An undo says what it did even if the button has disappeared by then. */
export function useBlocklistUndo() {
  const client = useQueryClient()
  const { run, isPending } = useBlocklistChange()
  const undoing = (ids: string[]) => {
    const undoAll = async () => {
      for (const id of ids) {
        const entry = client.getQueryData(historyQuery.queryKey)?.find(entry => entry.id === id)
        // It may have been undone in the meantime.
        if (entry && !entry.isUndone) await undo(entry)
      }
    }
    return ids.length === 0 ? undefined : { label: 'Undo', run: undoAll }
  }
  /** The numbers that an undo could not change are left to undo. */
  const noteUndo = (id: string, rest: string[]) => {
    const change = rest.length > 0 ? { numbers: rest, isTried: true } : { isUndone: true }
    client.setQueryData(historyQuery.queryKey, history =>
      history?.map(entry => (entry.id === id ? { ...entry, ...change } : entry)),
    )
  }

  /** Undo leaves what was blocked before. If the list before is unknown, there is no Undo. */
  const sayBlocked = (summaries: ChangeSummary[], text = summaries.map(formatBlock).join(' ')) => {
    const ids = summaries
      .filter(({ isExact }) => isExact)
      .flatMap(summary => addToHistory(client, { ...summary, notes: new Map() }))
    notify({
      topic: 'blocklist',
      text,
      isSuccess: summaries.every(isAllDone),
      action: undoing(ids),
    })
  }

  /** @param unfinished the block of which this undid only a part: its Undo then undoes the rest */
  const sayUnblocked = (summaries: UnblockSummary[], unfinished: string[] = []) => {
    const ids = summaries.flatMap(summary => addToHistory(client, summary))
    // What went wrong comes first.
    const told = summaries.toSorted((a, b) => Number(isAllDone(a)) - Number(isAllDone(b)))
    const others = told.slice(MAX_TOLD).flatMap(({ done }) => done).length
    const texts = told.slice(0, MAX_TOLD).map(formatUnblock)
    if (others > 0) texts.push(`${numberCount(others)} unblocked for others.`)
    notify({
      topic: 'blocklist',
      text: texts.join(' '),
      isSuccess: summaries.every(isAllDone),
      action: undoing(unfinished.length > 0 ? unfinished : ids),
    })
  }

  const undoBlock = async ({ id, context, entity, numbers }: Undoable) => {
    // For an undo of this undo.
    const noted = await client.fetchQuery(blockNotesQuery).then(notesOf, () => undefined)
    const notes = noted?.noted.get(entityKey(context, entity.reference)) ?? new Map()
    const summary = await run({ isBlock: false, context, entity, numbers })
    noteUndo(id, summary.rest.map(withCountryCode))
    sayUnblocked([{ ...summary, notes }], summary.rest.length > 0 ? [id] : [])
  }

  const undoUnblock = async ({ id, context, entity, numbers, notes, isTried }: Undoable) => {
    const summaries: ChangeSummary[] = []
    for (const [noted, same] of Map.groupBy(numbers, number => notes.get(number))) {
      const note = noted && { reason: noted.reason, note: noted.note, until: noted.until }
      summaries.push(await run({ isBlock: true, context, entity, numbers: same, note }))
    }
    const rest = summaries.flatMap(({ unclear, rest }) => [...unclear, ...rest])
    noteUndo(id, rest)
    const name = entity.name || entity.reference
    const failure = summaries.find(({ failure }) => failure !== null)?.failure
    const why = failure ? ` ${blocklistErrorMessage(failure).message}` : ''
    const count = formatNumber(numbers.length - rest.length)
    const already = isTried ? 0 : summaries.flatMap(({ already }) => already).length
    const text =
      rest.length === 0
        ? `${namedOrCounted(numbers, 1)} blocked again for ${name}.${formatAlready(already, numbers.length)}`
        : `${count} of ${numberCount(numbers.length)} blocked again for ${name}.${why} To try the rest again, open “Unblocked in this session”.`
    notify({ topic: 'blocklist', text, isSuccess: rest.length === 0 })
  }

  const undo = (entry: Undoable) => (entry.isBlock ? undoBlock(entry) : undoUnblock(entry))
  return { undo, isPending, sayBlocked, sayUnblocked }
}

/**
 * Says that a colleague blocked some of the numbers first. They are blocked once, and one unblock
 * removes them.
 */
function formatAlready(already: number, all: number): string {
  if (already === 0) return ''
  const which = already === all ? plural(all, 'it', 'them') : `${formatNumber(already)} of them`
  return ` Somebody else had already blocked ${which}.`
}

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
import { blockNumbers, type ChangeSummary, unblockNumbers } from '../change/blocklist-change.ts'
import { formatBlock, formatUnblock, isAllDone } from '../change/change-messages.ts'
import { useBlocklistChange } from '../change/use-blocklist-change.ts'
import { namedOrCounted, numberCount } from '../messages.ts'
import { findEntity } from '../records/blocked-entities.ts'
import { blocklistErrorMessage } from '../records/blocklist-errors.ts'
import { blockNotesQuery, entityKey, notesOf } from '../records/blocks.ts'
import { blocklistQuery } from '../records/queries.ts'

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

/** @returns the id of the new entry; none if there are no numbers */
function addToHistory(
  client: QueryClient,
  change: Pick<Undoable, 'isBlock' | 'context' | 'entity' | 'numbers' | 'notes'>,
): string[] {
  if (change.numbers.length === 0) return []
  const { isBlock, context, entity, numbers, notes } = change
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
  const { run: block, isPending: isBlocking } = useBlocklistChange(blockNumbers)
  const { run: unblock, isPending: isUnblocking } = useBlocklistChange(unblockNumbers)
  const undoing = (ids: string[]) => {
    const run = async () => {
      for (const id of ids) {
        const entry = client.getQueryData(historyQuery.queryKey)?.find(entry => entry.id === id)
        // It may have been undone in the meantime.
        if (entry && !entry.isUndone) await undo(entry)
      }
    }
    return ids.length === 0 ? undefined : { label: 'Undo', run }
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
    const ids = summaries.flatMap(({ done, isExact, ...summary }) => {
      const numbers = isExact ? done : []
      return addToHistory(client, { ...summary, isBlock: true, numbers, notes: new Map() })
    })
    const isSuccess = summaries.every(summary => isAllDone(summary, true))
    notify({ topic: 'blocklist', text, isSuccess, action: undoing(ids) })
  }

  /** @param unfinished the block of which this undid only a part: its Undo then undoes the rest */
  const sayUnblocked = (summaries: UnblockSummary[], unfinished: string[] = []) => {
    const ids = summaries.flatMap(({ done, unclear, ...summary }) =>
      addToHistory(client, {
        ...summary,
        isBlock: false,
        numbers: [...done, ...unclear].map(withCountryCode),
      }),
    )
    // What went wrong comes first.
    const told = summaries.toSorted(
      (a, b) => Number(isAllDone(a, false)) - Number(isAllDone(b, false)),
    )
    const others = told.slice(MAX_TOLD).flatMap(({ done }) => done).length
    const texts = told.slice(0, MAX_TOLD).map(formatUnblock)
    if (others > 0) texts.push(`${numberCount(others)} unblocked for others.`)
    notify({
      topic: 'blocklist',
      text: texts.join(' '),
      isSuccess: summaries.every(summary => isAllDone(summary, false)),
      action: undoing(unfinished.length > 0 ? unfinished : ids),
    })
  }

  const undoBlock = async ({ id, context, entity, numbers }: Undoable) => {
    // For an undo of this undo.
    const noted = await client.fetchQuery(blockNotesQuery).then(notesOf, () => undefined)
    const notes = noted?.noted.get(entityKey(context, entity.reference)) ?? new Map()
    const records = client.getQueryData(blocklistQuery.queryKey) ?? []
    const listed = new Map(
      findEntity(records, context, entity.reference).numbers.map(one => [
        withCountryCode(one),
        one,
      ]),
    )
    const asListed = numbers.map(number => listed.get(number) ?? number)
    const summary = await unblock({ context, entity, numbers: asListed })
    noteUndo(id, summary.rest.map(withCountryCode))
    sayUnblocked([{ ...summary, notes }], summary.rest.length > 0 ? [id] : [])
  }

  const undoUnblock = async ({ id, context, entity, numbers, notes, isTried }: Undoable) => {
    const already: string[] = []
    const rest: string[] = []
    let failure: unknown = null
    for (const [note, same] of Map.groupBy(numbers, number => notes.get(number))) {
      const { reason, note: text, until } = note ?? {}
      const fields = { reason, note: text, until }
      const summary = await block({ context, entity, numbers: same, note: fields })
      already.push(...summary.already)
      rest.push(...summary.unclear, ...summary.rest)
      failure ??= summary.failure
    }
    noteUndo(id, rest)
    const name = entity.name || entity.reference
    const count = formatNumber(numbers.length - rest.length)
    const why = failure === null ? '' : ` ${blocklistErrorMessage(failure).message}`
    const text =
      rest.length === 0
        ? `${namedOrCounted(numbers, 1)} blocked again for ${name}.${isTried ? '' : formatAlready(already.length, numbers.length)}`
        : `${count} of ${numberCount(numbers.length)} blocked again for ${name}.${why} To try the rest again, open “Unblocked in this session”.`
    notify({ topic: 'blocklist', text, isSuccess: rest.length === 0 })
  }

  const undo = (entry: Undoable) => (entry.isBlock ? undoBlock(entry) : undoUnblock(entry))
  return { undo, isPending: isBlocking || isUnblocking, sayBlocked, sayUnblocked }
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

import {
  type QueryClient,
  queryOptions,
  skipToken,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { NotedBlocks } from '../../../../contract/blocklist/block-notes.ts'
import type { Entity, EntityContext } from '../../../../contract/blocklist.ts'
import { formatNumber, plural } from '../../../../contract/text/count.ts'
import { notify } from '../../../ui/notification/notify.ts'
import { randomId } from '../../../ui/random-id.ts'
import { blockNumbers, type ChangeSummary } from '../change/blocklist-change.ts'
import { formatUnblock, isAllDone } from '../change/change-messages.ts'
import { useBlocklistChange } from '../change/use-blocklist-change.ts'
import { namedOrCounted, numberCount } from '../messages.ts'
import { blocklistErrorMessage } from '../records/blocklist-errors.ts'

/** Numbers that were unblocked in this tab and can be blocked again. */
export type Unblocked = {
  id: string
  at: string
  context: EntityContext
  entity: Entity
  numbers: string[]
  /** Why they were blocked, as far as it is known. */
  notes: ReadonlyMap<string, NotedBlocks | undefined>
  isUndone: boolean
  /** Whether an undo was attempted. Numbers that are blocked now may have been blocked by it. */
  isTried: boolean
}

/** Kept only in memory, until the session ends. */
const historyQuery = queryOptions<Unblocked[]>({
  queryKey: ['unblocked in this visit'],
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** Numbers that were unblocked in this session, newest first. */
export function useUnblockHistory(): Unblocked[] {
  return useQuery(historyQuery).data ?? []
}

/** What an unblock did to the blocks of one entity. */
export type UnblockSummary = ChangeSummary & Pick<Unblocked, 'notes'>

/** @returns the id of the new entry; null if nothing was unblocked */
function addToHistory(client: QueryClient, summary: UnblockSummary): string | null {
  const { context, entity, done, unclear, notes } = summary
  const numbers = [...done, ...unclear]
  if (numbers.length === 0) return null
  const id = randomId()
  const at = new Date().toISOString()
  const entry = { id, at, context, entity, numbers, notes, isUndone: false, isTried: false }
  client.setQueryData(historyQuery.queryKey, (history = []) => [entry, ...history])
  return id
}

/** More messages than a person reads in a notification. */
const MAX_TOLD = 3

/** Returns a function that says what an unblock did for each entity, with Undo. */
export function useUnblockNotification(): (summaries: UnblockSummary[]) => void {
  const client = useQueryClient()
  const { undo } = useUndoUnblock()
  return summaries => {
    const ids = summaries.flatMap(summary => addToHistory(client, summary) ?? [])
    const run = async () => {
      for (const id of ids) {
        const entry = client.getQueryData(historyQuery.queryKey)?.find(entry => entry.id === id)
        // It may have been undone in the meantime.
        if (entry && !entry.isUndone) await undo(entry)
      }
    }
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
      action: ids.length === 0 ? undefined : { label: 'Undo', run },
    })
  }
}

/** Blocks numbers again after an unblock, and says so even if the button has disappeared by then. */
export function useUndoUnblock() {
  const client = useQueryClient()
  const { run: block, isPending } = useBlocklistChange(blockNumbers)
  const undo = async ({ id, context, entity, numbers, notes, isTried }: Unblocked) => {
    const already: string[] = []
    // The ones that could not be blocked again are left to undo.
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
    const change = rest.length > 0 ? { numbers: rest, isTried: true } : { isUndone: true }
    client.setQueryData(historyQuery.queryKey, history =>
      history?.map(entry => (entry.id === id ? { ...entry, ...change } : entry)),
    )
    const name = entity.name || entity.reference
    const count = formatNumber(numbers.length - rest.length)
    const why = failure === null ? '' : ` ${blocklistErrorMessage(failure).message}`
    const text =
      rest.length === 0
        ? `${namedOrCounted(numbers, 1)} blocked again for ${name}.${isTried ? '' : formatAlready(already.length, numbers.length)}`
        : `${count} of ${numberCount(numbers.length)} blocked again for ${name}.${why} To try the rest again, open “Unblocked in this session”.`
    notify({ topic: 'blocklist', text, isSuccess: rest.length === 0 })
  }
  return { undo, isPending }
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

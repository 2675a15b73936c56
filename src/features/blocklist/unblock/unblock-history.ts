import {
  type QueryClient,
  queryOptions,
  skipToken,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
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

/** @returns the id of the new entry; null if nothing was unblocked */
export function addToHistory(client: QueryClient, summary: ChangeSummary): string | null {
  const { context, entity, done, unclear } = summary
  const numbers = [...done, ...unclear]
  if (numbers.length === 0) return null
  const id = randomId()
  const at = new Date().toISOString()
  const entry = { id, at, context, entity, numbers, isUndone: false, isTried: false }
  client.setQueryData(historyQuery.queryKey, (history = []) => [entry, ...history])
  return id
}

/** Returns a function that says what an unblock did, with Undo. `more` is added to its message. */
export function useUnblockNotification(): (summary: ChangeSummary, more?: string) => void {
  const client = useQueryClient()
  const { undo } = useUndoUnblock()
  return (summary, more = '') => {
    const id = addToHistory(client, summary)
    const run = async () => {
      const entry = client.getQueryData(historyQuery.queryKey)?.find(entry => entry.id === id)
      // It may have been undone in the meantime.
      if (entry && !entry.isUndone) await undo(entry)
    }
    notify({
      topic: 'blocklist',
      text: `${formatUnblock(summary)}${more}`,
      isSuccess: isAllDone(summary, false),
      action: id === null ? undefined : { label: 'Undo', run },
    })
  }
}

/** Blocks numbers again after an unblock, and says so even if the button has disappeared by then. */
export function useUndoUnblock() {
  const client = useQueryClient()
  const { run: block, isPending } = useBlocklistChange(blockNumbers)
  const undo = async ({ id, context, entity, numbers, isTried }: Unblocked) => {
    const { already, unclear, rest: unsent, failure } = await block({ context, entity, numbers })
    // The ones that could not be blocked again are left to undo.
    const rest = [...unclear, ...unsent]
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

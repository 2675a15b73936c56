import type { Entity } from '../../../../contract/blocklist.ts'
import { ApiError } from '../../../api/api-error.ts'
import type { ErrorMessage } from '../../../api/error-messages.ts'
import { plural } from '../../../format/numbers.ts'
import { namedOrCounted } from '../records/block-summary.ts'
import { blocklistErrorMessage } from '../records/blocklist-errors.ts'

/** What an unblock did, number by number. */
export type UnblockSummary = {
  entity: Entity
  unblocked: string[]
  /** The service refused these because they were not on the list, and the list confirms that. */
  wereNotBlocked: string[]
  /** Like `wereNotBlocked`, but the service may have removed some of them itself. */
  goneSomehow: string[]
  /** Still on the list, as far as we know. */
  stillBlocked: string[]
  /** Why it stopped early; null if everything was done. */
  ended: { kind: 'gone' } | { kind: 'stopped' } | { kind: 'failed'; failure: unknown } | null
}

/** Formats the summary: "+27 82 123 0001 unblocked for Acme Cars." */
export function formatUnblockSummary(summary: UnblockSummary): string {
  const { entity, unblocked, wereNotBlocked, goneSomehow, stillBlocked, ended } = summary
  const name = entity.name || entity.reference
  const sentences: string[] = []
  if (unblocked.length > 0) sentences.push(`${namedOrCounted(unblocked)} unblocked for ${name}.`)
  if (wereNotBlocked.length > 0) {
    sentences.push(
      `${namedOrCounted(wereNotBlocked)} ${was(wereNotBlocked)} no longer blocked for ${name}: somebody else may have unblocked ${it(wereNotBlocked)}. The list is up to date now.`,
    )
  }
  if (goneSomehow.length > 0) {
    sentences.push(
      `${namedOrCounted(goneSomehow)} ${are(goneSomehow)} no longer blocked for ${name}. The service says that some of them had been removed before: somebody else may have unblocked those.`,
    )
  }
  if (stillBlocked.length > 0) {
    const so = `${namedOrCounted(stillBlocked)} ${are(stillBlocked)} still blocked for ${name}`
    if (ended?.kind === 'stopped') sentences.push(`${so}: you stopped it.`)
    else if (ended?.kind === 'failed') {
      const { title, message } = unblockErrorMessage(ended.failure)
      sentences.push(`${so}, as far as we know. ${title}: ${message}`)
    } else sentences.push(`${so}: the service did not remove ${it(stillBlocked)}. Try again.`)
  }
  return sentences.join(' ')
}

/**
 * Explains a failure. A 404 is about the numbers, and means that the list could not be refetched.
 */
export function unblockErrorMessage(failure: unknown): ErrorMessage {
  const message = blocklistErrorMessage(failure)
  if (!(failure instanceof ApiError) || failure.kind !== 'not-found') return message
  const said = failure.detail === null ? '' : ` It says: “${failure.detail}”`
  return {
    title: 'Some are not on the list',
    message: `Some of these numbers are not on the list. Redial could not reload the list to find out which. Try again in a moment.${said}`,
  }
}

/** The numbers that are still blocked and can be tried again, if there was any progress. */
export function othersToUnblock({ stillBlocked, ...summary }: UnblockSummary): string[] {
  const isProgress = summary.wereNotBlocked.length + summary.unblocked.length > 0
  return isProgress || summary.goneSomehow.length > 0 ? stillBlocked : []
}

function was(numbers: string[]): string {
  return plural(numbers.length, 'was', 'were')
}

function are(numbers: string[]): string {
  return plural(numbers.length, 'is', 'are')
}

function it(numbers: string[]): string {
  return plural(numbers.length, 'it', 'them')
}

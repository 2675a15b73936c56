import type { Entity } from '../../../../contract/blocklist.ts'
import { ApiError } from '../../../api/api-error.ts'
import type { ErrorMessage } from '../../../api/error-messages.ts'
import { plural } from '../../../format/numbers.ts'
import { namedOrCounted } from '../records/block-summary.ts'
import { blocklistErrorMessage } from '../records/blocklist-errors.ts'

/** What an unblock really did, number by number. */
export type UnblockSummary = {
  entity: Entity
  unblocked: string[]
  /** The service refused since they were not on the list, and its list indeed lacks them. */
  wereNotBlocked: string[]
  /** As those, but the service may have removed some of them itself. */
  goneSomehow: string[]
  /** On the list as before, as far as that is known. */
  stillBlocked: string[]
  /** Why it came no further; null where all was done. */
  ended: { kind: 'gone' } | { kind: 'stopped' } | { kind: 'failed'; failure: unknown } | null
}

/** The summary in words, such as "27821230001 unblocked for Acme Cars." */
export function formatUnblockSummary(summary: UnblockSummary): string {
  const { entity, unblocked, wereNotBlocked, goneSomehow, stillBlocked, ended } = summary
  const name = entity.name || entity.reference
  const sentences: string[] = []
  if (unblocked.length > 0) sentences.push(`${namedOrCounted(unblocked)} unblocked for ${name}.`)
  if (wereNotBlocked.length > 0) {
    sentences.push(
      `${namedOrCounted(wereNotBlocked)} ${was(wereNotBlocked)} not blocked for ${name} any more: somebody else may have unblocked ${it(wereNotBlocked)}. The list is up to date now.`,
    )
  }
  if (goneSomehow.length > 0) {
    sentences.push(
      `${namedOrCounted(goneSomehow)} ${are(goneSomehow)} not blocked for ${name} any more. The service says that some of them were gone before: somebody else may have unblocked those.`,
    )
  }
  if (stillBlocked.length > 0) {
    const so = `${namedOrCounted(stillBlocked)} ${are(stillBlocked)} still blocked for ${name}`
    if (ended?.kind === 'stopped') sentences.push(`${so}: you stopped it.`)
    else if (ended?.kind === 'failed') {
      const { title, message } = unblockErrorMessage(ended.failure)
      sentences.push(`${so}, as far as is known. ${title}: ${message}`)
    } else sentences.push(`${so}: the service removed nothing of ${it(stillBlocked)}. Try again.`)
  }
  return sentences.join(' ')
}

/** Of a 404 it is known here that it's about the numbers, and that the list could not be read again. */
export function unblockErrorMessage(failure: unknown): ErrorMessage {
  const words = blocklistErrorMessage(failure)
  if (!(failure instanceof ApiError) || failure.kind !== 'not-found') return words
  const said = failure.detail === null ? '' : ` It said: “${failure.detail}”`
  return {
    title: 'Some are not on the list',
    message: `The service found some of these numbers not on the list, and the list could not be read again to tell which. Try again in a moment.${said}`,
  }
}

/** The ones that can be gone on with: without those that were gone already, or from where it ended. */
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

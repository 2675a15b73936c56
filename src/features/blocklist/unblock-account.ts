import type { Entity } from '../../../contract/blocklist.ts'
import { namedOrCounted } from './block-account.ts'

/** What an unblock really did, number by number. */
export type UnblockAccount = {
  entity: Entity
  unblocked: string[]
  /** The service refused since they were not on the list, and its list indeed lacks them. */
  wereNotBlocked: string[]
  /** The service refused, and its list still holds them. */
  stillBlocked: string[]
}

/** The account in words, such as "27821230001 unblocked for Acme Cars." */
export function unblockAccountWords({
  entity,
  unblocked,
  wereNotBlocked,
  stillBlocked,
}: UnblockAccount): string {
  const sentences: string[] = []
  if (unblocked.length > 0)
    sentences.push(`${namedOrCounted(unblocked)} unblocked for ${entity.name}.`)
  if (wereNotBlocked.length > 0) {
    const was = wereNotBlocked.length === 1 ? 'was' : 'were'
    sentences.push(
      `${namedOrCounted(wereNotBlocked)} ${was} not blocked for ${entity.name} any more: somebody else may have unblocked ${wereNotBlocked.length === 1 ? 'it' : 'them'}. The list is up to date now.`,
    )
  }
  if (stillBlocked.length > 0) {
    const is = stillBlocked.length === 1 ? 'is' : 'are'
    sentences.push(
      `${namedOrCounted(stillBlocked)} ${is} still blocked for ${entity.name}: the service removed nothing. Try again.`,
    )
  }
  return sentences.join(' ')
}

/** Where some were gone already, the ones that can be unblocked without them. */
export function othersToUnblock({ wereNotBlocked, stillBlocked }: UnblockAccount): string[] {
  return wereNotBlocked.length > 0 ? stillBlocked : []
}

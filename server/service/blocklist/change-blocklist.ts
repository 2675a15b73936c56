import type { Kysely } from 'kysely'
import {
  type BlocklistRecord,
  type BlocklistRequest,
  DEFAULT_ENTITY_CONTEXT,
} from '../../../contract/blocklist.ts'
import { plural } from '../../../contract/text/count.ts'
import type { Schema } from '../../database/schema.ts'
import { blocklistError } from '../../http/http-error.ts'
import { addNumbers, getBlocklist, lockBlocklist, removeNumbers } from './blocklist-repository.ts'
import { type EntityKey, findEntity } from './entity-repository.ts'

/** Blocks all numbers of a request. @throws HttpError 403 if the entity isn't the partner's */
export async function blockNumbers(
  db: Kysely<Schema>,
  partnerId: number,
  request: BlocklistRequest,
): Promise<BlocklistRecord> {
  return db.transaction().execute(async trx => {
    const id = await lockBlocklist(trx, await ownEntity(trx, partnerId, request))
    await addNumbers(trx, id, numbersOf(request))
    return getBlocklist(trx, id)
  })
}

/**
 * Unblocks all numbers of a request, or none.
 *
 * @throws HttpError 403 if the entity isn't the partner's, 404 if a number isn't on its list
 */
export async function unblockNumbers(
  db: Kysely<Schema>,
  partnerId: number,
  request: BlocklistRequest,
): Promise<BlocklistRecord> {
  return db.transaction().execute(async trx => {
    const id = await lockBlocklist(trx, await ownEntity(trx, partnerId, request))
    const removed = await removeNumbers(trx, id, numbersOf(request))
    const missing = numbersOf(request).filter(number => !removed.has(number))
    // Thrown inside the transaction, so that the removed numbers are restored.
    if (missing.length > 0) throw blocklistError(404, notOnTheList(missing, request))
    return getBlocklist(trx, id)
  })
}

async function ownEntity(
  db: Kysely<Schema>,
  partnerId: number,
  request: BlocklistRequest,
): Promise<EntityKey> {
  const context = request.entity_context_name ?? DEFAULT_ENTITY_CONTEXT
  const entity = await findEntity(db, partnerId, context, request.entity)
  if (entity) return entity
  throw blocklistError(403, `${nameOf(request)} does not exist or does not belong to your account.`)
}

function numbersOf(request: BlocklistRequest): string[] {
  return [...new Set(request.blocked_phone_number_list.map(entry => entry.phone_number))]
}

const MAX_NAMED = 10

function notOnTheList(numbers: string[], request: BlocklistRequest): string {
  const more = numbers.length - MAX_NAMED
  const named = numbers.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
  const verb = plural(numbers.length, 'is', 'are')
  return `${named} ${verb} not on the blocklist of ${nameOf(request)}. Nothing was removed.`
}

/** The entity as the request names it, so that the answer reveals nothing about other accounts. */
function nameOf({ entity, entity_context_name }: BlocklistRequest): string {
  return `${entity_context_name ?? DEFAULT_ENTITY_CONTEXT} "${entity.reference}"`
}

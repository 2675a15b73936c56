import * as z from 'zod/mini'
import { Entity, EntityContext } from '../blocklist.ts'
import { Stamp } from '../time/stamp.ts'

/*
 * What our own service tells about blocklists beyond the interface. Other services answer 404.
 */

export const REFUSED_CHECKS_PATH = '/v1/blocklist/refused_checks/'

/** How often calls of a number were refused for an entity in the last 90 days. */
export const RefusedCheck = z.object({
  entity_context_name: EntityContext,
  entity: Entity,
  phone_number: z.string(),
  count: z.int().check(z.positive()),
  last_at: Stamp,
})
export type RefusedCheck = z.infer<typeof RefusedCheck>

export const TRACKING_NUMBERS_PATH = '/v1/blocklist/tracking_numbers/'

/** A tracking number of the account, with the name of its company. */
export const OwnTrackingNumber = z.object({ phone_number: z.string(), company: z.string() })

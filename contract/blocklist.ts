import * as z from 'zod/mini'
import { RequestText } from './text/request-text.ts'

export const BLOCKLIST_PATH = '/v1/blocklist/'

/**
 * What a block applies to. A request that doesn't say means the partner (docs/interface.md, POST
 * /v1/blocklist/).
 */
export const EntityContext = z.enum(['company', 'partner', 'group'])
export type EntityContext = z.infer<typeof EntityContext>
export const DEFAULT_ENTITY_CONTEXT: EntityContext = 'partner'

/** E.164 digits without the leading +: at most 15, and a country code never begins with 0. */
export const PHONE_NUMBER = /^[1-9]\d{6,14}$/
export const PhoneNumber = z.string().check(z.regex(PHONE_NUMBER))

/**
 * The country of numbers without a country code, until a person chooses another. All of its numbers
 * have this many digits after the 0.
 */
export const DEFAULT_COUNTRY = {
  code: 'ZA',
  callingCode: '27',
  digits: 9,
  name: 'South Africa',
} as const

/** Digits with their country code. Some services list numbers of the default country with a 0 instead. */
export function withCountryCode(digits: string): string {
  const isNational = digits.length === DEFAULT_COUNTRY.digits + 1 && /^0[1-9]/.test(digits)
  return isNational ? DEFAULT_COUNTRY.callingCode + digits.slice(1) : digits
}

/** The service answers 400 to requests with more numbers, so they are sent in batches. */
export const MAX_NUMBERS_PER_REQUEST = 10_000

export const Entity = z.object({ reference: z.string(), name: z.string() })
export type Entity = z.infer<typeof Entity>

/** docs/interface.md, "Blocklist record". */
export const BlocklistRecord = z.object({
  id: z.int(),
  entity_context_name: EntityContext,
  entity: Entity,
  blocked_phone_number_list: z.array(z.object({ phone_number: z.string() })),
})
export type BlocklistRecord = z.infer<typeof BlocklistRecord>

/** The body of POST /v1/blocklist/ and of POST /v1/blocklist/unblock/. */
export const BlocklistRequest = z.object({
  entity: z.object({ reference: RequestText, name: RequestText }),
  entity_context_name: z._default(EntityContext, DEFAULT_ENTITY_CONTEXT),
  blocked_phone_number_list: z
    .array(z.object({ phone_number: PhoneNumber }))
    .check(z.minLength(1), z.maxLength(MAX_NUMBERS_PER_REQUEST)),
})
export type BlocklistRequest = z.infer<typeof BlocklistRequest>

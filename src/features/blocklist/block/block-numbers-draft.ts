import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/max'
import * as z from 'zod/mini'
import { EntityContext } from '../../../../contract/blocklist.ts'

/** The text of the entries, restored after the page was reloaded. */
export const EntriesDraft = z.object({
  texts: z.array(z.string()),
  defaultCountry: z.custom<CountryCode>(
    code => typeof code === 'string' && isSupportedCountry(code),
  ),
  included: z.optional(z.array(z.string())),
})

/** The input of the form that blocks numbers. Its fields may still be empty. */
export const BlockNumbersDraft = z.extend(EntriesDraft, {
  entity_context_name: EntityContext,
  entity: z.object({ name: z.string(), reference: z.string() }),
})

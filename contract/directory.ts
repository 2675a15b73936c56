import * as z from 'zod/mini'

/*
 * The directory: the lists that docs/interface.md names under "Other list endpoints" without
 * describing their items. Its other resources identify such items by a name and a reference, so
 * these are read. All other fields of a service are kept.
 */

/** An item of GET /v2/company/. */
export const Company = z.looseObject({ reference: z.string(), name: z.string() })

/** An item of GET /v2/contact/: an agent who answers calls. */
export const Contact = z.looseObject({
  reference: z.string(),
  name: z.string(),
  company: z.optional(z.looseObject({ reference: z.string(), name: z.string() })),
})
export type Contact = z.infer<typeof Contact>

/** An item of GET /v2/available_source/: a possible origin of tracked calls. */
export const AvailableSource = z.looseObject({ id: z.int(), name: z.string() })

/** An item of GET /v1/tn_prefixes/: a dialling prefix with available tracking numbers. */
export const TrackingNumberPrefix = z.looseObject({ prefix: z.string(), name: z.string() })

import * as z from 'zod/mini'

/*
 * The directory: the lists that docs/interface.md names under "Other list endpoints" without
 * showing their items. A name and a reference are what its other resources call such things by;
 * whatever else somebody's service sends is kept.
 */

/** An item of GET /v2/company/. */
export const Company = z.looseObject({ reference: z.string(), name: z.string() })
export type Company = z.infer<typeof Company>

/** An item of GET /v2/contact/: an agent who answers calls. */
export const Contact = z.looseObject({
  reference: z.string(),
  name: z.string(),
  company: z.optional(z.looseObject({ reference: z.string(), name: z.string() })),
})
export type Contact = z.infer<typeof Contact>

/** An item of GET /v2/available_source/: where a tracked call may come from. */
export const AvailableSource = z.looseObject({ id: z.int(), name: z.string() })
export type AvailableSource = z.infer<typeof AvailableSource>

/** An item of GET /v1/tn_prefixes/: a dialling prefix in which tracking numbers can be had. */
export const TrackingNumberPrefix = z.looseObject({ prefix: z.string(), name: z.string() })
export type TrackingNumberPrefix = z.infer<typeof TrackingNumberPrefix>

import * as z from 'zod/mini'
import { FailedEventList } from '../failed-event.ts'
import { MAX_RECEIVERS_LISTED } from '../replay.ts'
import { Stamp } from '../time/stamp.ts'
import { FieldMap } from './field-map.ts'

export const FieldSource = z.enum(['recognized', 'person', 'file'])

/** The fields of one list of a foreign service, as one account reads it. */
export const ServiceFields = z.object({
  list: FailedEventList,
  map: FieldMap,
  /** `file` is the operator's FIELD_MAP, which nobody can change here. */
  source: FieldSource,
  /** The number of items that they were recognised from; 0 if a person or a file set them. */
  sample: z.int().check(z.nonnegative()),
  /** The person who set them; null if nobody did or the person is unknown. */
  who: z.nullable(z.string()),
  set_at: z.nullable(Stamp),
})
export type ServiceFields = z.infer<typeof ServiceFields>

/** Whether lists include `to_date`; `source` is null if Redial only assumes it. */
export const ToDateMeaning = z.object({
  is_included: z.boolean(),
  source: z.nullable(z.enum(['setting', 'found'])),
})
export type ToDateMeaning = z.infer<typeof ToDateMeaning>

/** GET /gateway/fields: the lists whose fields are known. All others have the standard names. */
export const ServiceFieldsList = z.object({
  results: z.array(ServiceFields),
  to_date: z._default(ToDateMeaning, { is_included: false, source: null }),
})

/** PUT /gateway/fields/:list: a person sets the fields. */
export const ServiceFieldsChange = z.object({ map: FieldMap })

/** The file of FIELD_MAP, which Settings exports and imports too. */
export const FieldFile = z.object({
  call_events_fail: z.optional(FieldMap),
  transcription_events_fail: z.optional(FieldMap),
})
export type FieldFile = z.infer<typeof FieldFile>

/** POST /gateway/receivers/confirmed: hosts, with the port if it isn't 443. */
export const ReceiverConfirmation = z.object({
  receivers: z
    .array(z.string().check(z.minLength(1), z.maxLength(300)))
    .check(z.minLength(1), z.maxLength(MAX_RECEIVERS_LISTED)),
})

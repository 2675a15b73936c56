import * as z from 'zod/mini'

const StandardItem = z.object({
  id: z.union([z.string(), z.number(), z.bigint()]),
  callback_url: z.string(),
  failed_at: z.string(),
  attempts: z.array(z.unknown()),
  request_json: z.object({ call_id: z.unknown(), tracking_number: z.unknown() }),
})

/** Whether the fields of a failed event have the names of docs/interface.md. */
export function hasStandardFields(item: unknown): boolean {
  return StandardItem.safeParse(item).success
}

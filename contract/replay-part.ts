import * as z from 'zod/mini'
import { ReplayRun } from './replay.ts'

/** Longer than the names that a run stores. */
const Name = z.string().check(
  z.maxLength(500),
  z.refine(text => !text.includes('\0') && text.isWellFormed(), 'This text can’t be stored.'),
)

/**
 * The query of GET /gateway/replays/:id and of its items: only the events of one company, or those to one
 * receiver. The empty text stands for events that name none.
 */
export const ReplayRunPart = z.object({ company: z.optional(Name), receiver: z.optional(Name) })
export type ReplayRunPart = z.infer<typeof ReplayRunPart>

/** The maximum number of causes in a request. */
export const MAX_CAUSES_ASKED = 20

/** The query parameter `cause` of a run's items: only those with one of these causes, as the run lists them. */
export const ReplayItemCauses = z.pipe(
  z.pipe(
    z.union([Name, z.array(Name)]),
    z.transform(causes => [causes].flat()),
  ),
  z.array(Name).check(z.maxLength(MAX_CAUSES_ASKED)),
)

/** The maximum number of companies that a run lists. */
export const MAX_COMPANIES_LISTED = 1_000

/** GET /gateway/replays/:id/companies: those with the most events first; null for events that name none. */
export const ReplayRunCompanies = z.object({
  results: z.array(z.object({ company: z.nullable(z.string()), counts: ReplayRun.shape.counts })),
})
export type ReplayRunCompanies = z.infer<typeof ReplayRunCompanies>

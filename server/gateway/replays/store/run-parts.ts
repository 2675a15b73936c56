import { sql } from 'kysely'
import type { ReplayRunPart } from '../../../../contract/replay-part.ts'

/** The receiver of a `replay_item` by name; empty where none is known. */
export const RECEIVER = sql<string>`coalesce(receiver_name, '')`

/** Why a `replay_item` failed again or was skipped; empty where that is unknown. */
export const CAUSE = sql<string>`coalesce(left(reason, 500), '')`

/** Whether a `replay_item` belongs to a part of its run. */
export function isOfPart({ company, receiver }: ReplayRunPart) {
  const ofCompany = company === undefined ? sql`true` : sql`coalesce(company, '') = ${company}`
  const toReceiver = receiver === undefined ? sql`true` : sql`${RECEIVER} = ${receiver}`
  return sql<boolean>`(${ofCompany} and ${toReceiver})`
}

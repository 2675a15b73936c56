import type { Kysely } from 'kysely'
import { MAX_RECEIVERS_LISTED, type ReplayRunDetails } from '../../../contract/replay.ts'
import type { Schema } from '../../database/schema.ts'
import { detailError } from '../../http/http-error.ts'
import type { FieldRepository } from '../fields/field-repository.ts'
import type { Owner } from '../session/caller.ts'
import { hostsToConfirm } from './runs/start-checks.ts'
import { findRun } from './store/run-views.ts'

export type ReplayViewsDependencies = {
  db: Kysely<Schema>
  timeZone: string
  fields: FieldRepository
}

/** @throws HttpError 404 if the account has no such run */
export async function showRun(
  { db, timeZone, fields }: ReplayViewsDependencies,
  id: string,
  owner: Owner,
): Promise<ReplayRunDetails> {
  const run = requireFound(await findRun(db, id, owner, timeZone))
  const hosts = run.state === 'ready' ? await hostsToConfirm(db, fields, { ...run, ...owner }) : []
  return { ...run, unconfirmed_hosts: hosts.slice(0, MAX_RECEIVERS_LISTED) }
}

/** @throws HttpError 404 */
export function requireFound<Found>(found: Found | null): Found {
  if (found === null) throw detailError(404, 'Not found.')
  return found
}

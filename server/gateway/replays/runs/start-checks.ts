import type { Transaction } from 'kysely'
import { MAX_HOSTS_NAMED } from '../../../../contract/replay.ts'
import type { Included } from '../../../../contract/replay-request.ts'
import { UNCONFIRMED_COMPANIES_HEADER, UNCONFIRMED_HEADER } from '../../../../contract/session.ts'
import type { Schema } from '../../../database/schema.ts'
import { detailError, type HttpError } from '../../../http/http-error.ts'
import type { FieldRepository } from '../../fields/field-repository.ts'
import { hostsToConfirm } from '../store/confirmed-receivers.ts'
import { unseenExclusion } from '../store/exclusions.ts'
import { lockLists, type StoredRun } from '../store/locks.ts'
import { companiesOfRuns, NO_COMPANIES, type SomeCompanies } from '../store/run-companies.ts'

export type StartOptions = Included & {
  /**
   * Set for the replay of a single event: the contract's `seen_run_id`, and whether the person waits
   * for the answer. If nobody waits, the event is skipped where this would throw.
   */
  singleEvent?: { seenRunId: string | null | undefined; isAwaited: boolean }
}

type CheckTools = { fields: FieldRepository; timeZone: string }

/**
 * Decides whether a replay run may start. Every start passes these checks, in this order:
 *
 * 1. The person has a name. `requireName` checks this before a route changes anything.
 * 2. The run is ready. `lockRun` checks this when it locks the run.
 * 3. A person has confirmed the hosts of receivers that Redial recognised itself.
 * 4. The person has seen the latest replay of a single event, and that somebody has marked it as handled.
 * 5. Nobody else is sending an event, has delivered it or has marked it as handled, and it did not fail in too
 *    many replays. `queueItems` checks this for each event and skips it.
 *
 * @param run a ready run, locked
 * @returns what the run sends although it would skip it
 * @throws HttpError 409 if a host is not confirmed, or for a single event that is being sent or has a
 *   replay or a mark that the person hadn't seen
 */
export async function checkStart(
  trx: Transaction<Schema>,
  { fields, timeZone }: CheckTools,
  run: StoredRun,
  options: StartOptions,
): Promise<Included> {
  const hosts = await hostsToConfirm(trx, fields, run)
  if (hosts.length > 0) {
    throw unconfirmedError(hosts, (await companiesOfRuns(trx, [run])).get(run.id))
  }

  const { singleEvent, include } = options
  if (singleEvent === undefined) return { include }
  // Nobody else may queue the event between this check and its queueing.
  await lockLists(trx, run)
  const { seenRunId } = singleEvent
  const unseen = await unseenExclusion(trx, run, { seenRunId, include }, timeZone)
  // The run skips what another account has delivered, which then counts as delivered.
  if (unseen && !unseen.is_delivered_by_others && singleEvent.isAwaited)
    throw detailError(409, `${unseen.reason} Nothing was sent.`)
  // A person who saw that the event was delivered or failed often wants to send it again.
  const sent = new Set(include)
  if (seenRunId !== undefined) sent.add('already_delivered').add('failed_often')
  if (unseen) sent.delete('already_delivered')
  return { include: [...sent] }
}

/** The refusal after which the dashboard asks a person and sends the change again. */
function unconfirmedError(
  hosts: string[],
  { some_companies: companies }: SomeCompanies = NO_COMPANIES,
): HttpError {
  const named = hosts.slice(0, MAX_HOSTS_NAMED)
  return detailError(
    409,
    `Redial found the addresses of these receivers in a field of the service, and nobody has confirmed them yet: ${named.join(', ')}. Nothing was sent. Confirm them, then replay again.`,
    {
      [UNCONFIRMED_HEADER]: named.join(','),
      [UNCONFIRMED_COMPANIES_HEADER]: companies
        .map(name => encodeURIComponent(name.toWellFormed()))
        .join(','),
    },
  )
}

import type { Kysely } from 'kysely'
import { MAX_RECEIVERS_LISTED, type ReplayRunDetails } from '../../../contract/replay.ts'
import type { Schema } from '../../database/schema.ts'
import { detailError } from '../../http/http-error.ts'
import type { FieldRepository } from '../fields/field-repository.ts'
import type { Owner } from '../session/caller.ts'
import { AccountQueues } from '../upstream/account-queues.ts'
import { hostsToConfirm } from './runs/start-checks.ts'
import { findRun } from './store/run-views.ts'

/** Each request holds one of the process's ten database connections. */
const MAX_REQUESTS_OF_ACCOUNT = 4

type ReplayViewsDependencies = { db: Kysely<Schema>; timeZone: string; fields: FieldRepository }

/**
 * Loads runs and their items. Runs may be large and slow to count, so an account has to wait for its own
 * requests before it gets another connection.
 */
export class ReplayViews {
  readonly #parts: ReplayViewsDependencies
  readonly #queues = new AccountQueues(MAX_REQUESTS_OF_ACCOUNT)

  constructor(dependencies: ReplayViewsDependencies) {
    this.#parts = dependencies
  }

  /** @throws HttpError 404 if `load` returns null; 429 if the account waits for too many requests */
  async load<Result>(
    { account }: Owner,
    signal: AbortSignal | undefined,
    load: () => Promise<Result | null>,
  ): Promise<Result> {
    const end = await this.#queues.enter(account, signal)
    try {
      const result = await load()
      if (result === null) throw detailError(404, 'Not found.')
      return result
    } finally {
      end()
    }
  }

  /** @throws HttpError like `load` */
  loadRun(id: string, owner: Owner, signal?: AbortSignal): Promise<ReplayRunDetails> {
    const { db, timeZone, fields } = this.#parts
    return this.load(owner, signal, async () => {
      const run = await findRun(db, id, owner, timeZone)
      if (run === null) return null
      const isReady = run.state === 'ready'
      const hosts = isReady ? await hostsToConfirm(db, fields, { ...run, ...owner }) : []
      return { ...run, unconfirmed_hosts: hosts.slice(0, MAX_RECEIVERS_LISTED) }
    })
  }
}

import type { Kysely } from 'kysely'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import {
  MAX_HOSTS_NAMED,
  type ReplayItem,
  type ReplayRun,
  type ReplayRunDetails,
} from '../../../contract/replay.ts'
import type {
  ReplayRunCompanies,
  ReplayRunPart,
  ReplayRunSort,
} from '../../../contract/replay-part.ts'
import type { Schema } from '../../database/schema.ts'
import type { FieldRepository } from '../fields/field-repository.ts'
import type { Owner } from '../session/caller.ts'
import { Turns } from '../upstream/turns.ts'
import { hostsToConfirm } from './runs/start-checks.ts'
import {
  type AskedItems,
  type ListedItems,
  latestItems,
  listItems,
  replaysOfEvent,
} from './store/item-views.ts'
import {
  findRun,
  listCompanies,
  listRuns,
  payloadsOf,
  type StoredPayload,
  type Window,
} from './store/run-views.ts'

/** Each request holds one of the process's ten database connections. */
const MAX_REQUESTS_OF_ACCOUNT = 4

/**
 * Runs, their items and attempts, as the gateway returns them. Times are in the service's zone. Runs
 * may be large and slow to count, so an account has to wait for its own requests before it gets
 * another connection.
 */
export class ReplayViews {
  readonly #db: Kysely<Schema>
  readonly #timeZone: string
  readonly #fields: FieldRepository
  readonly #turns = new Turns(MAX_REQUESTS_OF_ACCOUNT)

  constructor(db: Kysely<Schema>, timeZone: string, fields: FieldRepository) {
    this.#db = db
    this.#timeZone = timeZone
    this.#fields = fields
  }

  /** Returns null if the account has no such run. */
  findRun(
    id: string,
    owner: Owner,
    signal?: AbortSignal,
    part?: ReplayRunPart,
  ): Promise<ReplayRunDetails | null> {
    return this.#inTurn(owner, signal, async () => {
      const run = await findRun(this.#db, id, owner, this.#timeZone, part)
      if (run === null) return null
      const { account, service } = owner
      const hosts =
        run.state === 'ready'
          ? await hostsToConfirm(this.#db, this.#fields, { id, list: run.list, account, service })
          : []
      return { ...run, unconfirmed_hosts: hosts.slice(0, MAX_HOSTS_NAMED) }
    })
  }

  /** Returns null if the account has no such run. */
  companies(id: string, owner: Owner, signal?: AbortSignal): Promise<ReplayRunCompanies | null> {
    return this.#inTurn(owner, signal, () => listCompanies(this.#db, id, owner))
  }

  listRuns(
    owner: Owner,
    asked: Window & { sort?: ReplayRunSort | undefined },
    signal?: AbortSignal,
  ): Promise<{ count: number; runs: ReplayRun[] }> {
    return this.#inTurn(owner, signal, () => listRuns(this.#db, owner, asked, this.#timeZone))
  }

  /** Returns null if the account has no such run. */
  listItems(
    id: string,
    owner: Owner,
    asked: AskedItems,
    signal?: AbortSignal,
  ): Promise<ListedItems | null> {
    return this.#inTurn(owner, signal, () => listItems(this.#db, id, owner, asked, this.#timeZone))
  }

  payloads(id: string, eventIds: string[], owner: Owner): Promise<StoredPayload[]> {
    return payloadsOf(this.#db, id, eventIds, owner)
  }

  latestItems(list: FailedEventList, eventIds: string[], owner: Owner): Promise<ReplayItem[]> {
    return latestItems(this.#db, list, eventIds, owner, this.#timeZone)
  }

  history(list: FailedEventList, eventId: string, owner: Owner): Promise<ReplayItem[]> {
    return replaysOfEvent(this.#db, list, eventId, owner, this.#timeZone)
  }

  async #inTurn<Result>(
    { account }: Owner,
    signal: AbortSignal | undefined,
    load: () => Promise<Result>,
  ): Promise<Result> {
    const end = await this.#turns.begin(account, signal)
    try {
      return await load()
    } finally {
      end()
    }
  }
}

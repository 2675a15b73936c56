import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { Clock } from '../../config/timings.ts'
import type { Schema } from '../../database/schema.ts'
import { detailError } from '../../http/http-error.ts'
import type { Owner } from '../session/caller.ts'
import { rangeVersion } from './range-version.ts'

/** How often the database is asked for the version of a list that somebody watches. */
const POLL_MS = 1_000

/** For one account. A person has a stream for each list that is open. */
const MAX_STREAMS = 50

type Listener = (version: string) => void

/** What watches one list of an account. */
type Watch = { version: string | null; listeners: Set<Listener>; stop: AbortController }

type ChangesDependencies = {
  db: Kysely<Schema>
  clock: Clock
  logger: Pick<FastifyBaseLogger, 'warn'>
}

/** Tells when the version of a list changes. All who watch the same list share one poll. */
export class EventChanges {
  readonly #dependencies: ChangesDependencies
  readonly #watches = new Map<string, Watch>()
  readonly #streams = new Map<string, number>()
  readonly #stopped = new AbortController()

  constructor(dependencies: ChangesDependencies) {
    this.#dependencies = dependencies
  }

  /** Aborts when the process stops. */
  get stopped(): AbortSignal {
    return this.#stopped.signal
  }

  stop(): void {
    this.#stopped.abort()
  }

  /**
   * Calls `listener` with the version of the account's list, and again whenever it has changed.
   *
   * @returns a function that ends that
   * @throws HttpError 429 if the account has too many streams
   */
  watch(owner: Owner, list: FailedEventList, listener: Listener): () => void {
    const account = JSON.stringify([owner.service, owner.account])
    const streams = this.#streams.get(account) ?? 0
    if (streams >= MAX_STREAMS) {
      throw detailError(429, 'Your account watches too many lists at a time. Close some of them.')
    }
    this.#streams.set(account, streams + 1)
    const key = JSON.stringify([account, list])
    const watch = this.#watches.get(key) ?? this.#begin(key, owner, list)
    watch.listeners.add(listener)
    if (watch.version !== null) listener(watch.version)
    return () => {
      if (!watch.listeners.delete(listener)) return
      const left = (this.#streams.get(account) ?? 1) - 1
      if (left === 0) this.#streams.delete(account)
      else this.#streams.set(account, left)
      if (watch.listeners.size > 0) return
      this.#watches.delete(key)
      watch.stop.abort()
    }
  }

  #begin(key: string, owner: Owner, list: FailedEventList): Watch {
    const watch: Watch = { version: null, listeners: new Set(), stop: new AbortController() }
    this.#watches.set(key, watch)
    void this.#poll(watch, owner, list)
    return watch
  }

  async #poll(watch: Watch, owner: Owner, list: FailedEventList): Promise<void> {
    const { db, clock, logger } = this.#dependencies
    const signal = AbortSignal.any([watch.stop.signal, this.stopped])
    while (!signal.aborted) {
      try {
        const version = await rangeVersion(db, owner, list)
        if (version !== watch.version) {
          watch.version = version
          for (const listener of watch.listeners) listener(version)
        }
      } catch (error) {
        logger.warn({ err: error }, 'The version of a list of failed events could not be read')
      }
      await clock.wait(POLL_MS, signal).catch(() => {})
    }
  }
}

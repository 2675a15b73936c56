import type { FastifyBaseLogger } from 'fastify'
import { DetailBody } from '../../../../contract/errors.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { HttpError } from '../../../http/http-error.ts'
import { provesIncluded } from '../../fields/prove-to-date.ts'
import { repeat } from '../../repeat.ts'
import type { Caller } from '../../session/caller.ts'
import { LeaseLost } from './copied-pages.ts'
import type { Days } from './mirror-store.ts'
import { RangeReading, type RangeReadingDependencies } from './range-reading.ts'

export type MirrorLoopDependencies = RangeReadingDependencies & {
  logger: Pick<FastifyBaseLogger, 'error' | 'warn'>
  /** How often the lease is renewed, and checked whether somebody still looks. */
  leaseRenewalMs: number
  /** The accounts with which this process has tried to find out about `to_date`, each with the day. */
  triedAccounts: Set<string>
}

type MirrorLoopOptions = {
  mirrorId: number
  list: FailedEventList
  caller: Caller
  /** The service no longer accepts the token of this caller. */
  onTokenRefused: (caller: Caller) => void
}

/** Requests of one reading in flight, if nobody else waits. */
const MAX_IN_FLIGHT = 2

const OUR_FAULT = 'Something went wrong in Redial while it read the events.'

/**
 * Reads the ranges of one list that people look at, one page of each in turn, as long as they look. Only one
 * process does this at a time.
 */
export class MirrorLoop {
  readonly #dependencies: MirrorLoopDependencies
  readonly #options: MirrorLoopOptions
  readonly #readings = new Map<string, RangeReading>()
  /** Who looked last, with whose token it reads. */
  caller: Caller
  readonly #end = new AbortController()

  constructor(dependencies: MirrorLoopDependencies, options: MirrorLoopOptions) {
    this.#dependencies = dependencies
    this.#options = options
    this.caller = options.caller
  }

  /** Ends when nothing is left to read, nobody looks any more, or another process reads. */
  async run(): Promise<void> {
    const { store, logger, leaseRenewalMs } = this.#dependencies
    const { mirrorId } = this.#options
    try {
      if (!(await store.acquire(mirrorId))) return
      const checking = repeat(
        leaseRenewalMs,
        () => this.#checkAll(),
        error => logger.warn(error, 'the lease of a copied event list could not be renewed'),
      )
      try {
        while (await this.#round());
        await this.#findOutToDate()
      } finally {
        this.end()
        await checking.stop()
        await store.release(mirrorId)
      }
    } catch (error) {
      logger.error(error, `the copy of event list ${mirrorId} could not be read`)
    }
  }

  /** Finds out whether the service includes `to_date`, when nothing else is left to read. */
  async #findOutToDate(): Promise<void> {
    const { fields, upstream, triedAccounts } = this.#dependencies
    const { account, authorization } = this.caller
    const { signal } = this.#end
    const range = [...this.#readings.values()].find(one => one.withNextDay)?.withNextDay
    const today = `${account} ${new Date().toDateString()}`
    const isKnown = fields.toDate.source !== null || triedAccounts.has(today)
    if (signal.aborted || isKnown || !range) return
    triedAccounts.add(today)
    // An error proves nothing.
    const isProven = await provesIncluded(upstream, authorization, range, signal).catch(() => false)
    if (isProven) await fields.includeToDate()
  }

  end(): void {
    this.#end.abort()
    for (const reading of this.#readings.values()) reading.stop()
  }

  /** Stops the reading of a range at once, during a pause too. */
  stopReading(range: Days): void {
    this.#readings.get(keyOf(range))?.stop()
  }

  /** @returns whether there may be more to read */
  async #round(): Promise<boolean> {
    const ranges = await this.#wanted()
    let hasMore = false
    for (const range of ranges) {
      if (this.#end.signal.aborted) return false
      if (await this.#step(range)) hasMore = true
    }
    return hasMore
  }

  async #wanted() {
    const ranges = await this.#dependencies.store.wantedRanges(this.#options.mirrorId)
    const keys = new Set(ranges.map(keyOf))
    for (const [key, reading] of this.#readings) {
      if (keys.has(key)) continue
      reading.stop()
      this.#readings.delete(key)
    }
    return ranges
  }

  async #step({ walk: storedWalk, ...days }: Days & { walk: object | null }): Promise<boolean> {
    const { mirrorId, list, onTokenRefused } = this.#options
    const { upstream } = this.#dependencies
    const key = keyOf(days)
    const reading =
      this.#readings.get(key) ??
      new RangeReading(this.#dependencies, {
        mirrorId,
        range: { list, ...days },
        storedWalk,
        caller: () => this.caller,
        onTokenRefused: refused => {
          onTokenRefused(refused)
          // Another one may have come in the meantime.
          if (this.caller.tokenKey === refused.tokenKey) this.end()
        },
      })
    this.#readings.set(key, reading)
    // Most ranges that people look at have nothing left to read.
    const others = [...this.#readings.values()].filter(one => one !== reading && one.isWalking)
    const isAlone = others.length === 0 && !upstream.isBusy(this.caller.authorization)
    try {
      return await reading.step(isAlone ? MAX_IN_FLIGHT : 1)
    } catch (error) {
      this.#readings.delete(key)
      if (reading.isStopped) return true
      reading.stop()
      await this.#onError(error, days)
      return !this.#end.signal.aborted
    }
  }

  async #onError(error: unknown, days: Days): Promise<void> {
    const { store, logger } = this.#dependencies
    const { mirrorId } = this.#options
    if (error instanceof LeaseLost) return this.end()
    const status = error instanceof HttpError ? error.status : 500
    const detail =
      (error instanceof HttpError ? DetailBody.safeParse(error.body).data?.detail : null) ??
      OUR_FAULT
    if (status === 401) return
    if (status === 403 || status === 404) {
      await store.setRefusal(mirrorId, status)
      this.end()
    } else {
      if (status === 500) logger.error(error, `event list ${mirrorId} could not be read`)
      await store.setProblem(mirrorId, days, { status, detail })
    }
  }

  /** Keeps the lease, and stops readings that nobody wants any more, during a pause too. */
  async #checkAll(): Promise<undefined> {
    if (await this.#dependencies.store.renew(this.#options.mirrorId)) await this.#wanted()
    else this.end()
  }
}

function keyOf({ from_date, to_date }: Days): string {
  return `${from_date} ${to_date}`
}

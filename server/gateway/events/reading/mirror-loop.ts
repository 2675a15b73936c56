import type { FastifyBaseLogger } from 'fastify'
import { DetailBody } from '../../../../contract/errors.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { type EventFields, STANDARD } from '../../../../contract/fields/read-event.ts'
import { MAX_PAGE_SIZE } from '../../../../contract/pages/page.ts'
import type { PagePlace } from '../../../../contract/pages/page-place.ts'
import { addDays, type CalendarDate, dayOf } from '../../../../contract/time/calendar-date.ts'
import type { Clock } from '../../../config/timings.ts'
import { HttpError } from '../../../http/http-error.ts'
import type { FieldRepository } from '../../fields/field-repository.ts'
import { provesIncluded } from '../../fields/prove-to-date.ts'
import { repeat } from '../../repeat.ts'
import { type ListRange, pathOfPage, readPage } from '../../replays/reading/list-page.ts'
import { requestWithBackoff } from '../../replays/reading/request-with-backoff.ts'
import type { Caller } from '../../session/caller.ts'
import type { ProvenLists } from '../../session/proven-lists.ts'
import type { Upstream, UpstreamAnswer } from '../../upstream/upstream.ts'
import { BadAnswer, listRefusal, upstreamError } from '../../upstream/upstream-error.ts'
import { CopiedPages, LeaseLost, lastFinalDay, MAX_EVENTS } from './copied-pages.ts'
import type { EventFacts } from './event-facts.ts'
import { EventWalk, HAS_NO_TIMES } from './event-walk.ts'
import type { Days, MirrorStore } from './mirror-store.ts'
import { parseEventPage } from './parse-event-page.ts'

export type MirrorLoopDependencies = {
  store: MirrorStore
  upstream: Upstream
  provenLists: ProvenLists
  fields: FieldRepository
  clock: Pick<Clock, 'wait'>
  timeZone: string
  logger: Pick<FastifyBaseLogger, 'error' | 'warn'>
  /** How often the lease is renewed, and checked whether somebody still looks. */
  leaseRenewalMs: number
  /** A day is final if it was read so long after its end. */
  eventFinalAfterMs: number
  /** The accounts with which this process has tried to find out about `to_date`, each with the day. */
  triedAccounts: Set<string>
  /** How many events the copies of an account may have. */
  maxCopiedEvents?: number
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
  readonly dependencies: MirrorLoopDependencies
  readonly mirrorId: number
  readonly list: FailedEventList
  readonly #onTokenRefused: MirrorLoopOptions['onTokenRefused']
  readonly #readings = new Map<string, RangeReading>()
  /** Who looked last, with whose token it reads. */
  caller: Caller
  readonly #end = new AbortController()

  constructor(dependencies: MirrorLoopDependencies, options: MirrorLoopOptions) {
    this.dependencies = dependencies
    this.mirrorId = options.mirrorId
    this.list = options.list
    this.caller = options.caller
    this.#onTokenRefused = options.onTokenRefused
  }

  /** Ends when nothing is left to read, nobody looks any more, or another process reads. */
  async run(): Promise<void> {
    const { dependencies, mirrorId } = this
    const { store, logger, leaseRenewalMs } = dependencies
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
    const { fields, upstream, triedAccounts } = this.dependencies
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

  /** The service no longer accepts the token of this caller. */
  refuse(caller: Caller): void {
    this.#onTokenRefused(caller)
    // Another one may have come in the meantime.
    if (this.caller.tokenKey === caller.tokenKey) this.end()
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
    const ranges = await this.dependencies.store.wantedRanges(this.mirrorId)
    const keys = new Set(ranges.map(keyOf))
    for (const [key, reading] of this.#readings) {
      if (keys.has(key)) continue
      reading.stop()
      this.#readings.delete(key)
    }
    return ranges
  }

  async #step({ walk: storedWalk, ...days }: Days & { walk: object | null }): Promise<boolean> {
    const { upstream } = this.dependencies
    const key = keyOf(days)
    const reading = this.#readings.get(key) ?? new RangeReading(this, days, storedWalk)
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
    const { dependencies, mirrorId } = this
    const { store, logger } = dependencies
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
    if (await this.dependencies.store.renew(this.mirrorId)) await this.#wanted()
    else this.end()
  }
}

function keyOf({ from_date, to_date }: Days): string {
  return `${from_date} ${to_date}`
}

/** Reads what is missing in the copy of a range, page by page. */
class RangeReading {
  readonly #loop: MirrorLoop
  readonly #range: ListRange
  readonly #copy: CopiedPages
  readonly #stop = new AbortController()
  /** The last day that was requested, if the list also had an event of the next one. */
  withNextDay: ListRange | null = null
  #walk: EventWalk | null = null
  /** The state of its walk in the database. */
  #storedWalk: object | null
  #fields: EventFields | undefined
  /** Whether pages lack these days until they are read, or a person asked to read them again. */
  #personWaits = true

  constructor(loop: MirrorLoop, days: Days, storedWalk: object | null) {
    const { mirrorId, list, dependencies } = loop
    const { store, timeZone, eventFinalAfterMs: finalAfterMs } = dependencies
    const { maxCopiedEvents: maxEvents = MAX_EVENTS } = dependencies
    const range = { list, ...days }
    this.#loop = loop
    this.#range = range
    this.#storedWalk = storedWalk
    this.#copy = new CopiedPages({ store, mirrorId, range, timeZone, finalAfterMs, maxEvents })
  }

  get isStopped(): boolean {
    return this.#stop.signal.aborted
  }

  /** Whether it is between the first and the last page of a walk. */
  get isWalking(): boolean {
    return this.#walk !== null
  }

  stop(): void {
    this.#stop.abort()
  }

  /**
   * Reads one page.
   *
   * @param mostInFlight how many requests may be in flight
   * @returns false if nothing had to be read
   * @throws HttpError if the service refuses or fails; LeaseLost; the signal's reason after `stop`
   */
  async step(mostInFlight: number): Promise<boolean> {
    this.#stop.signal.throwIfAborted()
    const walk = this.#walk ?? (await this.#nextWalk())
    if (walk === null) return false
    this.#walk = walk
    const result = await walk.step(mostInFlight)
    if (result === HAS_NO_TIMES) await this.#copy.readByDay(walk.count)
    if (result !== false) this.#walk = null
    return true
  }

  async #nextWalk(): Promise<EventWalk | null> {
    const { store, fields } = this.#loop.dependencies
    const stored = this.#storedWalk
    this.#storedWalk = null
    await fields.refreshToDate()
    const part = await store.nextPart(this.#loop.mirrorId, this.#range)
    this.#personWaits = part?.is_thorough ?? true
    if (part !== null) return EventWalk.over(part, stored, this.#copy, this.#readPage)
    // Another reading has completed these days.
    if (stored !== null) await this.#copy.saveWalk(null, { isVisible: true, isCountNew: false })
    return null
  }

  readonly #readPage = async ({ from_date, to_date }: Days, place: PagePlace) => {
    const loop = this.#loop
    const { store, upstream, provenLists, clock } = loop.dependencies
    const { signal } = this.#stop
    const days = { list: loop.list, from_date, to_date }
    const path = pathOfPage(days, place, MAX_PAGE_SIZE)
    let requester = loop.caller
    const answer = await requestWithBackoff(
      () => {
        requester = loop.caller
        return upstream.get(path, requester.authorization, signal)
      },
      {
        wait: clock.wait,
        signal,
        personWaits: this.#personWaits,
        onWait: seconds => store.setWait(loop.mirrorId, this.#range, seconds),
      },
    )
    if (answer.status === 401) loop.refuse(requester)
    if (answer.status === 200 && (place.page === 1 || this.#fields === undefined)) {
      this.#fields = await this.#fieldsOf(answer, days, requester)
    }
    const page = await readPage(
      answer,
      { ...place, size: MAX_PAGE_SIZE },
      this.#fields ?? STANDARD,
      parseEventPage,
    )
    if (page === null && place.page === 1) throw listRefusal(404)
    if (page !== null) provenLists.noteAccepted(requester.tokenKey, loop.list)
    if (page !== null && this.#hasEventOf(to_date, page.events)) {
      this.withNextDay = { ...days, from_date: addDays(to_date, -1) }
    }
    return page
  }

  /** Whether a day that is over, so that its events stay the same, has one of these events. */
  #hasEventOf(day: CalendarDate, events: EventFacts[]): boolean {
    const { timeZone, eventFinalAfterMs } = this.#loop.dependencies
    if (day > lastFinalDay(new Date(), timeZone, eventFinalAfterMs)) return false
    return events.some(({ failed_at: at }) => at !== null && dayOf(new Date(at), timeZone) === day)
  }

  async #fieldsOf(
    { body, done }: UpstreamAnswer,
    range: ListRange,
    requester: Caller,
  ): Promise<EventFields> {
    try {
      return await this.#loop.dependencies.fields.ofPage(requester, range, body)
    } catch (error) {
      done()
      throw error instanceof BadAnswer ? upstreamError(error) : error
    }
  }
}

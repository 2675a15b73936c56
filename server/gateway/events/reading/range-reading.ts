import { type EventFields, STANDARD } from '../../../../contract/fields/read-event.ts'
import { MAX_PAGE_SIZE } from '../../../../contract/pages/page.ts'
import type { PagePlace } from '../../../../contract/pages/page-place.ts'
import { addDays, type CalendarDate, dayOf } from '../../../../contract/time/calendar-date.ts'
import type { Clock } from '../../../config/timings.ts'
import type { FieldRecognition } from '../../fields/field-recognition.ts'
import type { FieldRepository } from '../../fields/field-repository.ts'
import { type ListRange, pathOfPage, readPage } from '../../replays/reading/list-page.ts'
import { requestWithBackoff } from '../../replays/reading/request-with-backoff.ts'
import type { Caller } from '../../session/caller.ts'
import type { ProvenLists } from '../../session/proven-lists.ts'
import type { Upstream, UpstreamAnswer } from '../../upstream/upstream.ts'
import { BadAnswer, listRefusal, upstreamError } from '../../upstream/upstream-error.ts'
import { CopiedPages, lastFinalDay, MAX_EVENTS } from './copied-pages.ts'
import type { EventFacts } from './event-facts.ts'
import { EventWalk, HAS_NO_TIMES } from './event-walk.ts'
import type { Days, MirrorStore } from './mirror-store.ts'
import { parseEventPage } from './parse-event-page.ts'

export type RangeReadingDependencies = {
  store: MirrorStore
  upstream: Upstream
  provenLists: ProvenLists
  recognition: FieldRecognition
  fields: FieldRepository
  clock: Pick<Clock, 'wait'>
  timeZone: string
  /** A day is final if it was read so long after its end. */
  eventFinalAfterMs: number
  /** How many events the copies of an account may have. */
  maxCopiedEvents?: number
}

export type RangeReadingOptions = {
  mirrorId: number
  range: ListRange
  /** The state of its walk in the database. */
  storedWalk: object | null
  /** The person with whose token the list is read now. */
  caller: () => Caller
  /** The service no longer accepts the token of this caller. */
  onTokenRefused: (caller: Caller) => void
}

/** Reads what is missing in the copy of a range, page by page. */
export class RangeReading {
  readonly #dependencies: RangeReadingDependencies
  readonly #options: RangeReadingOptions
  readonly #copy: CopiedPages
  readonly #stop = new AbortController()
  /** The last day that was requested, if the list also had an event of the next one. */
  withNextDay: ListRange | null = null
  #walk: EventWalk | null = null
  #storedWalk: object | null
  #fields: EventFields | undefined
  /** Whether pages lack these days until they are read, or a person asked to read them again. */
  #personWaits = true

  constructor(dependencies: RangeReadingDependencies, options: RangeReadingOptions) {
    const { store, timeZone, eventFinalAfterMs: finalAfterMs } = dependencies
    const { maxCopiedEvents: maxEvents = MAX_EVENTS } = dependencies
    const { mirrorId, range, storedWalk } = options
    this.#dependencies = dependencies
    this.#options = options
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
    const { store } = this.#dependencies
    const { mirrorId, range } = this.#options
    const stored = this.#storedWalk
    this.#storedWalk = null
    await this.#dependencies.fields.refreshToDate()
    const part = await store.nextPart(mirrorId, range)
    this.#personWaits = part?.is_thorough ?? true
    if (part !== null) return EventWalk.over(part, stored, this.#copy, this.#readPage)
    // Another reading has completed these days.
    if (stored !== null) await this.#copy.saveWalk(null, { isVisible: true, isCountNew: false })
    return null
  }

  readonly #readPage = async ({ from_date, to_date }: Days, place: PagePlace) => {
    const { store, upstream, provenLists, clock } = this.#dependencies
    const { mirrorId, caller, range, onTokenRefused } = this.#options
    const { signal } = this.#stop
    const days = { list: range.list, from_date, to_date }
    const path = pathOfPage(days, place, MAX_PAGE_SIZE)
    let requester = caller()
    const answer = await requestWithBackoff(
      () => {
        requester = caller()
        return upstream.get(path, requester.authorization, signal)
      },
      {
        wait: clock.wait,
        signal,
        personWaits: this.#personWaits,
        onWait: seconds => store.setWait(mirrorId, range, seconds),
      },
    )
    if (answer.status === 401) onTokenRefused(requester)
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
    if (page !== null) provenLists.noteAccepted(requester.tokenKey, range.list)
    if (page !== null && this.#hasEventOf(to_date, page.events)) {
      this.withNextDay = { ...days, from_date: addDays(to_date, -1) }
    }
    return page
  }

  /** Whether a day that is over, so that its events stay the same, has one of these events. */
  #hasEventOf(day: CalendarDate, events: EventFacts[]): boolean {
    const { timeZone, eventFinalAfterMs } = this.#dependencies
    if (day > lastFinalDay(new Date(), timeZone, eventFinalAfterMs)) return false
    return events.some(({ failed_at: at }) => at !== null && dayOf(new Date(at), timeZone) === day)
  }

  async #fieldsOf(
    { body, done }: UpstreamAnswer,
    range: ListRange,
    requester: Caller,
  ): Promise<EventFields> {
    try {
      return await this.#dependencies.recognition.ofPage(requester, range, body)
    } catch (error) {
      done()
      throw error instanceof BadAnswer ? upstreamError(error) : error
    }
  }
}

import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import type { Clock } from '../../../config/timings.ts'
import type { Schema } from '../../../database/schema.ts'
import { detailError, HttpError } from '../../../http/http-error.ts'
import type { ListRange } from '../../replays/reading/list-page.ts'
import type { Caller } from '../../session/caller.ts'
import { listRefusal } from '../../upstream/upstream-error.ts'
import { MirrorLoop, type MirrorLoopDependencies } from './mirror-loop.ts'
import { type Mirror, MirrorStore, type MirrorTimings } from './mirror-store.ts'

export type EventReaderDependencies = Omit<
  MirrorLoopDependencies,
  'store' | 'clock' | 'leaseRenewalMs' | 'eventFinalAfterMs' | 'triedAccounts'
> & {
  /** For requests, and for the reading itself. */
  db: Kysely<Schema>
  longDb: Kysely<Schema>
  clock: Clock
  timings: MirrorTimings & Pick<MirrorLoopDependencies, 'leaseRenewalMs' | 'eventFinalAfterMs'>
}

export type EventCopy = { id: number; list: FailedEventList }

/** How often a long reading is asked for again, so that it goes on. */
const LOOK_AGAIN_MS = 4_000
const MAX_LOOKS = 12

const NOT_READ = 'The list could not be read to its end within a minute.'

/** Afterwards the gateway has checked the token itself. */
const REFUSED_MS = 60_000
const MAX_REFUSED = 10_000

/**
 * Reads the lists of failed events that people look at into the gateway's copy (docs/decisions/0061). Tokens are
 * only in memory, and only as long as a list is read.
 */
export class EventReader {
  readonly #dependencies: MirrorLoopDependencies
  readonly #store: MirrorStore
  readonly #clock: Clock
  readonly #loops = new Map<number, { loop: MirrorLoop; ended: Promise<void>; isWoken: boolean }>()
  /** The tokens that the service has just refused. */
  readonly #refused: LRUCache<string, true>
  #isStopping = false

  constructor({ db, longDb, timings, ...dependencies }: EventReaderDependencies) {
    this.#store = new MirrorStore(db, timings)
    const store = new MirrorStore(longDb, timings)
    this.#dependencies = { ...dependencies, ...timings, store, triedAccounts: new Set() }
    const { clock } = dependencies
    this.#clock = clock
    this.#refused = new LRUCache({
      max: MAX_REFUSED,
      ttl: REFUSED_MS,
      ttlResolution: 0,
      perf: { now: () => clock.now() },
    })
  }

  /**
   * A person looks at a range. Starts or continues its reading with their token. Waits for the service only if it
   * has not let this token read the list within the last minute.
   *
   * @returns the id of the copy of the list
   * @throws HttpError with the service's status if it refuses the token (401) or the list (403, 404), so that
   *   nothing of the copy may be shown; 429, 502 or 504 if it can't say; 400 if the range is too long
   */
  async requestRange(caller: Caller, range: ListRange): Promise<number> {
    this.#requireToken(caller)
    await this.#dependencies.fields.refreshToDate()
    const mirror = await this.#store.noteRequest(caller, range)
    await this.#requireList(caller, range.list, mirror)
    const { id } = mirror
    if (!this.#isStopping && (await this.#store.hasWork(id, range))) this.#read(id, range, caller)
    this.#requireToken(caller)
    return id
  }

  /**
   * Has a range read once more although nobody looks at it, and waits for that. Asks the service for nothing else.
   *
   * @throws HttpError 401, 403 or 404 if the service refuses the token or the list; what the reader met if it gave
   *   up; 504 if that takes too long
   */
  async readNow(caller: Caller, range: ListRange, signal: AbortSignal): Promise<EventCopy> {
    for (let tries = 0; ; tries++) {
      this.#requireToken(caller)
      const mirror = await this.#store.noteRequest(caller, range, tries === 0)
      const { id, refusal, problem } = mirror
      if (refusal !== null) await this.#requireList(caller, range.list, mirror)
      if (problem !== null) throw detailError(problem.status, problem.detail)
      if (!(await this.#store.hasWork(id, range))) return { id, list: range.list }
      if (tries > MAX_LOOKS) throw detailError(504, NOT_READ)
      this.#read(id, range, caller)
      await Promise.race([this.#loops.get(id)?.ended, this.#clock.wait(LOOK_AGAIN_MS, signal)])
      this.#requireToken(caller)
      // Another process may be reading it.
      if (await this.#store.hasWork(id, range)) await this.#clock.wait(LOOK_AGAIN_MS, signal)
    }
  }

  /**
   * The copies of the lists that the service lets this token read, however much of them has been read. Reads nothing.
   *
   * @throws HttpError 401 if the service refuses the token; 429, 502 or 504 if it can't say
   */
  async copies(caller: Caller): Promise<EventCopy[]> {
    this.#requireToken(caller)
    const copies = await this.#store.copies(caller)
    const allowed = await Promise.all(
      copies.map(copy =>
        this.#requireList(caller, copy.list, copy).then(
          () => [copy],
          error => {
            if (error instanceof HttpError && isRefusal(error.status)) return []
            throw error
          },
        ),
      ),
    )
    return allowed.flat()
  }

  async #requireList(
    caller: Caller,
    list: FailedEventList,
    { id, refusal, isJustRefused }: Mirror,
  ): Promise<void> {
    const { provenLists } = this.#dependencies
    if (refusal !== null && isJustRefused) throw listRefusal(refusal)
    if (refusal === null && provenLists.isAccepted(caller.tokenKey, list)) return
    try {
      await provenLists.prove(caller, list)
    } catch (error) {
      const status = error instanceof HttpError ? error.status : null
      if (status === 401) this.#refuse(caller)
      if (status !== null && isRefusal(status)) await this.#store.setRefusal(id, status)
      throw error
    }
    if (refusal !== null) await this.#store.forgetRefusal(id)
  }

  /**
   * "stop" keeps what was read. "again" reads the range once more, or continues after a stop or a problem.
   *
   * @throws HttpError like `requestRange`
   */
  async change(caller: Caller, range: ListRange, action: 'stop' | 'again'): Promise<void> {
    this.#requireToken(caller)
    const { id } = await this.#store.noteRequest(caller, range)
    if (action === 'again') {
      await this.#store.readAgain(id, range)
      await this.requestRange(caller, range)
    } else {
      await this.#store.stopReading(id, range)
      this.#loops.get(id)?.loop.stopReading(range)
    }
  }

  /** Ends all readings. They continue when somebody looks, in any process. */
  async stop(): Promise<void> {
    this.#isStopping = true
    const loops = [...this.#loops.values()]
    for (const { loop } of loops) loop.end()
    await Promise.all(loops.map(({ ended }) => ended))
  }

  #read(mirrorId: number, range: ListRange, caller: Caller): void {
    const current = this.#loops.get(mirrorId)
    if (current !== undefined) {
      current.loop.caller = caller
      current.isWoken = true
      return
    }
    const loop = new MirrorLoop(this.#dependencies, {
      mirrorId,
      list: range.list,
      caller,
      onTokenRefused: refused => this.#refuse(refused),
    })
    const ended = this.#isStopping ? Promise.resolve() : loop.run()
    const entry = { loop, ended, isWoken: false }
    this.#loops.set(mirrorId, entry)
    entry.ended = ended.then(() => {
      this.#loops.delete(mirrorId)
      // Somebody may have looked just when it had nothing more to read.
      if (entry.isWoken && !this.#isStopping) this.#read(mirrorId, range, loop.caller)
    })
  }

  #refuse({ tokenKey }: Caller): void {
    this.#refused.set(tokenKey, true)
  }

  /** @throws HttpError 401 */
  #requireToken({ tokenKey }: Caller): void {
    if (this.#refused.has(tokenKey)) {
      const detail = 'Your API token is no longer accepted. Sign in again.'
      throw detailError(401, detail, { 'www-authenticate': 'Token' })
    }
  }
}

function isRefusal(status: number): boolean {
  return status === 403 || status === 404
}

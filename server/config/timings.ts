import { setTimeout as sleep } from 'node:timers/promises'

/** Waits `ms`; rejects when the signal is aborted. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<unknown>

/** Lets time pass. Tests replace it to see each wait and to end it. */
export type Clock = {
  /** Milliseconds; only differences between two values are meaningful. */
  now(): number
  wait: Wait
}

export const REAL_CLOCK: Clock = {
  now: () => performance.now(),
  wait: (ms, signal) => sleep(ms, undefined, { signal, ref: false }),
}

/** How long Redial waits in each situation. Tests pass smaller values to the same code. */
export const PRODUCTION_TIMINGS = {
  /** How long a receiver may take to answer (docs/interface.md, "Limits"). */
  attemptDeadlineMs: 10_000,
  /** How often a process polls for due attempts if nothing wakes it. */
  pollMs: 1_000,
  /**
   * After this many seconds without a heartbeat, a process counts as dead and loses its claimed
   * attempts. The job queue accepts no less than 10.
   */
  claimLifetimeS: 20,
  /**
   * How long an expired claim then waits for its process, if that one can reach the database again
   * and record the outcome.
   */
  claimReleaseS: 5,
  /** How often expired claims are looked for. Each check counts the jobs, which is expensive. */
  claimCheckS: 5,
  /** How often a process that makes attempts sends a heartbeat. */
  signOfLifeMs: 2_000,
  /** How long a process that loads a run's events counts as alive after it last renewed its lease. */
  leaseMs: 20_000,
  /** How often it renews the lease. */
  leaseRenewalMs: 5_000,
  /** The reading of a list of failed events ends so long after a person last looked at it. */
  eventPatienceMs: 20_000,
  /** How old the copy of a day's failed events may become while a person looks at it. */
  eventRereadMs: 60_000,
  /** Failed events of a day are no longer expected to change so long after its end. */
  eventFinalAfterMs: 2 * 60 * 60_000,
  /** How often a process looks for watched accounts and messages that are due. */
  noticePollMs: 5_000,
  /** How long a document waits for the answers that it holds. Without them, the page asks. */
  answersInDocumentMs: 1_000,
  /** The time limit for a service's answer, from the request to the last part of the answer. */
  upstreamTimeoutMs: 25_000,
  /** How long a request may take to arrive, its headers and its body together. */
  requestTimeoutMs: 10_000,
  /** A client that takes nothing of its answer for this long is disconnected. */
  unreadAnswerMs: 30_000,
  /** How long `/readyz` reports a stop before the process refuses requests. */
  stopAnnouncementMs: 3_000,
}

export type Timings = typeof PRODUCTION_TIMINGS

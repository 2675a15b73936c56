import { setTimeout as sleep } from 'node:timers/promises'

/** How long Redial waits in each situation. Tests pass smaller values to the same code. */
export type Timings = {
  /** How long a receiver may take to answer (docs/interface.md, "Limits"). */
  attemptDeadlineMs: number
  /** How often a process polls for due attempts if nothing wakes it. */
  pollMs: number
  /**
   * After this many seconds without a heartbeat, a process counts as dead and loses its claimed
   * attempts. The job queue accepts no less than 10.
   */
  claimLifetimeS: number
  /**
   * How long an expired claim then waits for its process, if that one can reach the database again
   * and record the outcome.
   */
  claimReleaseS: number
  /** How often expired claims are looked for. Each check counts the jobs, which is expensive. */
  claimCheckS: number
  /** How often a process that makes attempts sends a heartbeat. */
  signOfLifeMs: number
  /** How long a process that loads a run's events counts as alive after it last renewed its lease. */
  leaseMs: number
  /** How often it renews the lease. */
  leaseRenewalMs: number
  /** The reading of a list of failed events ends so long after a person last looked at it. */
  eventPatienceMs: number
  /** How old the copy of a day's failed events may become while a person looks at it. */
  eventRereadMs: number
  /** Failed events of a day are no longer expected to change so long after its end. */
  eventFinalAfterMs: number
  /** How often a process looks for watched accounts and messages that are due. */
  noticePollMs: number
  /** How long a document waits for the answers that it holds. Without them, the page asks. */
  answersInDocumentMs: number
  /** The time limit for a service's answer, from the request to the last part of the answer. */
  upstreamTimeoutMs: number
  /** How long a request may take to arrive, its headers and its body together. */
  requestTimeoutMs: number
  /** A client that takes nothing of its answer for this long is disconnected. */
  unreadAnswerMs: number
  /** How long `/readyz` reports a stop before the process refuses requests. */
  stopAnnouncementMs: number
}

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

export const PRODUCTION_TIMINGS: Timings = {
  attemptDeadlineMs: 10_000,
  pollMs: 1_000,
  claimLifetimeS: 20,
  claimReleaseS: 5,
  claimCheckS: 5,
  signOfLifeMs: 2_000,
  leaseMs: 20_000,
  leaseRenewalMs: 5_000,
  eventPatienceMs: 20_000,
  eventRereadMs: 60_000,
  eventFinalAfterMs: 2 * 60 * 60_000,
  noticePollMs: 5_000,
  answersInDocumentMs: 1_000,
  upstreamTimeoutMs: 25_000,
  requestTimeoutMs: 10_000,
  unreadAnswerMs: 30_000,
  stopAnnouncementMs: 3_000,
}

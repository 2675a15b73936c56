import { setTimeout as sleep } from 'node:timers/promises'

/** How long Redial waits for what. Tests pass smaller values to the same code. */
export type Timings = {
  /** How long a receiver may take to answer (docs/interface.md, "Limits"). */
  attemptDeadlineMs: number
  /** How often a process looks for due attempts when nothing has woken it. */
  pollMs: number
  /**
   * After this many seconds without a sign of life a claimed attempt is taken from its process, which
   * then counts as dead. The job queue takes no less than 10.
   */
  claimLifetimeS: number
  /** Then it waits so long for a process whose database was away to record the outcome after all. */
  claimReleaseS: number
  /** How often expired claims are looked for. Each look counts the jobs, which costs time. */
  claimCheckS: number
  /** How often a process that makes attempts says that it lives. */
  signOfLifeMs: number
  /** How long a process that reads a run's events counts as alive after it last said so. */
  leaseMs: number
  /** How often it says so. */
  leaseRenewalMs: number
  /** How long a service may keep us waiting, for the beginning and all parts of an answer together. */
  upstreamTimeoutMs: number
  /** How long a request may take to arrive, its headers and its body together. */
  requestTimeoutMs: number
  /** After so long without progress, a client that doesn't take its answer is cut off. */
  unreadAnswerMs: number
  /** How long `/readyz` says that a process stops before it takes no more requests. */
  stopAnnouncementMs: number
}

/** Waits `ms`; rejects once the signal is aborted. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<unknown>

/** What passes the time. Only tests have their own, which see what was asked for and let it end. */
export type Clock = {
  /** In ms; only what lies between two of them means something. */
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
  upstreamTimeoutMs: 25_000,
  requestTimeoutMs: 10_000,
  unreadAnswerMs: 30_000,
  stopAnnouncementMs: 3_000,
}

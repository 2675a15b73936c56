import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { ReceiverTester } from '../../webhooks/http/test-receiver.ts'
import { examineCertificates } from './certificates.ts'
import { type LookDependencies, look, WatchRefused } from './look.ts'
import type { Outbox } from './outbox.ts'
import { type DueWatch, TOKEN_REFUSED, type Watches } from './watches.ts'

export type NoticesDependencies = LookDependencies & {
  testReceiver: ReceiverTester
  watches: Watches
  outbox: Outbox
  logger: Pick<FastifyBaseLogger, 'error' | 'warn'>
  /** The time of day. Only tests pass their own. */
  today?: () => Date
  /** How often a process looks for watches and messages that are due. */
  pollMs: number
}

/** How many accounts a process reads at a time. */
const AT_A_TIME = 4

/**
 * Looks at the accounts that people watch, and tells them what they have to know (docs/decisions/0066).
 *
 * @returns a function that stops it and waits for the current round
 */
export function startNotices(dependencies: NoticesDependencies): () => Promise<void> {
  const { logger, pollMs } = dependencies
  const stop = new AbortController()
  const running = (async () => {
    while (!stop.signal.aborted) {
      await round(dependencies, stop.signal).catch(error => {
        if (!stop.signal.aborted) logger.warn(error, 'notices could not be prepared')
      })
      await setTimeout(pollMs, null, { signal: stop.signal }).catch(() => {})
    }
  })()
  return () => {
    stop.abort()
    return running
  }
}

/** Looks at what is due, and then hands messages over at once: a message has to leave soon after a look. */
async function round(dependencies: NoticesDependencies, signal: AbortSignal): Promise<void> {
  const { watches, outbox, today = () => new Date() } = dependencies
  await watches.endUnvisited(today())
  await Promise.all(Array.from({ length: AT_A_TIME }, () => lookAtDue(dependencies, signal)))
  await outbox.compose(today())
  await outbox.send(today())
  await outbox.removeOld(today())
}

async function lookAtDue(dependencies: NoticesDependencies, signal: AbortSignal): Promise<void> {
  const { watches, outbox, everyMs, logger, today = () => new Date() } = dependencies
  while (!signal.aborted) {
    const watch = await watches.claim(today(), everyMs)
    if (watch === null) return
    // One account's fault is not another's.
    const hosts = await lookAt(dependencies, watch, today(), signal).catch(error => {
      if (!signal.aborted) logger.error(error, `account of watch ${watch.id} could not be judged`)
      return []
    })
    await outbox.compose(today())
    await outbox.send(today())
    await examineCertificates(dependencies, hosts, today())
  }
}

/** @returns the hosts of the account's receivers */
async function lookAt(
  dependencies: NoticesDependencies,
  watch: DueWatch,
  now: Date,
  signal: AbortSignal,
): Promise<string[]> {
  const { watches } = dependencies
  const { caller } = watch
  try {
    if (caller === null) throw new WatchRefused()
    const { hosts, ...judgement } = await look(dependencies, { ...watch, caller }, now, signal)
    await watches.commit(watch, judgement, now)
    return hosts
  } catch (error) {
    if (!(error instanceof WatchRefused)) throw error
    await watches.end(watch, TOKEN_REFUSED, now)
    return []
  }
}

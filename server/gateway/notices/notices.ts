import type { GatewayParts } from '../gateway-dependencies.ts'
import { repeat } from '../repeat.ts'
import { examineCertificates } from './conditions.ts'
import { type LookDependencies, look, WatchRefused } from './look.ts'

type NoticesDependencies = LookDependencies &
  Pick<GatewayParts, 'testReceiver' | 'watches' | 'outbox' | 'logger' | 'today'> & {
    /** How often a process looks for watches and messages that are due. */
    pollMs: number
  }

/** How many accounts a process reads at a time. */
const AT_A_TIME = 4
/** If a look takes longer than this, the next one starts earlier, so that messages don't come later. */
const SPARE_MS = 20_000

/**
 * Looks at the accounts that people watch, and writes to them (docs/decisions/0066). Each part has a loop of its own, so
 * that a slow service or mail server holds up nothing else.
 *
 * @returns a function that stops it and waits for what is in progress
 */
export function startNotices(dependencies: NoticesDependencies): () => Promise<void> {
  const { outbox, watches, logger, pollMs, today } = dependencies
  const loop = (everyMs: number, step: (signal: AbortSignal) => Promise<unknown>) =>
    repeat(
      everyMs,
      async signal => ((await step(signal)) === true ? 0 : undefined),
      error => logger.warn(error, 'notices could not be prepared'),
    )
  const loops = [
    ...Array.from({ length: AT_A_TIME }, () =>
      loop(pollMs, signal => lookAtNext(dependencies, signal)),
    ),
    loop(pollMs / 5, () => outbox.compose(today())),
    loop(pollMs / 5, signal => outbox.send(today(), 'email', signal)),
    loop(pollMs / 5, signal => outbox.send(today(), 'webhook', signal)),
    loop(pollMs, () => watches.endUnvisited(today())),
  ]
  return async () => {
    await Promise.all(loops.map(one => one.stop()))
  }
}

/** @returns whether there was an account to look at */
async function lookAtNext(
  dependencies: NoticesDependencies,
  signal: AbortSignal,
): Promise<boolean> {
  const { watches, everyMs, logger, today } = dependencies
  const now = today()
  const watch = await watches.claim(now, everyMs)
  if (watch === null) return false
  const { caller } = watch
  try {
    if (caller === null) throw new WatchRefused()
    const { hosts, ...judgement } = await look(dependencies, { ...watch, caller }, now, signal)
    const excessMs = Math.max(0, today().getTime() - now.getTime() - SPARE_MS)
    await watches.commit(watch, judgement, now, new Date(now.getTime() + everyMs - excessMs))
    await examineCertificates(dependencies, hosts, now)
  } catch (error) {
    if (error instanceof WatchRefused) await watches.refuse(watch, now)
    // One account's fault is not another's.
    else if (!signal.aborted) {
      logger.error(error, `account of watch ${watch.id} could not be judged`)
    }
  }
  return true
}

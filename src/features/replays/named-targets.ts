import type { NamedTarget } from './replay-target.ts'

/** Of more events than this, nearly every page is read anyhow: how to get to each is left out. */
const MOST_WITH_TURN = 1_000

/** Turns can be long, and a request for a run has a limit. */
export function namedTargets(targets: NamedTarget[]): NamedTarget[] {
  if (targets.length <= MOST_WITH_TURN) return targets
  return targets.map(({ id, page, page_size }) => ({ id, page, page_size }))
}

import { DeliveryProblem } from './cause.ts'

/** interface.md, "Limits": webhook response deadline. */
export const DEADLINE_MS = 10_000

/** More 1xx answers than any receiver has reason for; at full speed they would fill a processor. */
const INTERIM_ANSWERS = 1_000

/**
 * One timer over name look-up, connect, TLS and headers. undici heeds `signal` only once it is
 * connected, so that `passed` has to be raced against it. `onInfo` is for the request too.
 */
export function startDeadline(ms: number) {
  const controller = new AbortController()
  const { promise: passed, reject } = Promise.withResolvers<never>()
  const giveUp = (problem: DeliveryProblem) => {
    controller.abort(problem)
    reject(problem)
  }
  const timer = setTimeout(
    () => giveUp(new DeliveryProblem(`did not answer within ${ms / 1_000} seconds`)),
    ms,
  )
  let interim = 0
  const onInfo = () => {
    interim += 1
    if (interim > INTERIM_ANSWERS) {
      giveUp(new DeliveryProblem('sent interim answers (1xx) without end'))
    }
  }
  return { signal: controller.signal, passed, onInfo, stop: () => clearTimeout(timer) }
}

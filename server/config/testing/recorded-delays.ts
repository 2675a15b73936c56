import { onTestFinished, vi } from 'vitest'

/**
 * Records the delays of timers from now until the test ends. The timers run as usual.
 *
 * @returns the delays that the code of a file set, directly or through this many calls in between
 */
export function recordDelays(): (file: string, callsBetween?: number) => (number | undefined)[] {
  const asked: { delay: number | undefined; by: string[] }[] = []
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const original = globalThis[name]
    const spy = vi.spyOn(globalThis, name)
    spy.mockImplementation(
      Object.assign((act: () => void, delay?: number, ...rest: []) => {
        asked.push({ delay, by: callers() })
        return original(act, delay, ...rest)
      }, original),
    )
    onTestFinished(() => spy.mockRestore())
  }
  return (file, callsBetween = 0) =>
    asked
      .filter(({ by }) => by.slice(0, callsBetween + 1).some(frame => frame.includes(`/${file}:`)))
      .map(({ delay }) => delay)
}

function callers(): string[] {
  const frames = (new Error().stack ?? '').split('\n').slice(1)
  return frames.filter(frame => !/recorded-delays\.ts|\/(@vitest|vitest|tinyspy)\//.test(frame))
}

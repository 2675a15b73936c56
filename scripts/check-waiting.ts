import { globSync, readFileSync } from 'node:fs'

/*
 * Tests wait for an event, a state or a message, never for a fixed time, because no time is long
 * enough on a busy machine. Helpers in testing/ folders may poll, and may behave like a slow machine.
 */
const TESTS = ['{contract,server,probe,src,scripts,e2e,bench}/**/*.test.{ts,tsx}', 'e2e/**/*.ts']
const BARE = /\b(sleep|setTimeout|setInterval|waitForTimeout)\(|timers\/promises/

const found = globSync(TESTS).flatMap(file =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, at) => (BARE.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
)
if (found.length > 0) {
  console.error('These tests sleep or set timers. Wait for an event, or use a helper of testing/:')
  console.error([...new Set(found)].join('\n'))
  process.exitCode = 1
}

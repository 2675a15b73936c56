import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { z } from 'zod'

/**
 * The task of the bare loop, with only the HTTP client, or with only our sender.
 */
export const BareLoop = z.object({
  by: z.enum(['client', 'sender']),
  urls: z.array(z.string()),
  /** PEM. */
  authority: z.string(),
  posts: z.int(),
  atATimeToOne: z.int(),
  headers: z.record(z.string(), z.string()),
  payload: z.string(),
})

/** Runs bare-loop-process.ts to its end. */
export async function runBareLoop(loop: z.infer<typeof BareLoop>): Promise<void> {
  const child = spawn(
    process.execPath,
    [new URL('./bare-loop-process.ts', import.meta.url).pathname],
    { env: { PATH: process.env.PATH }, stdio: ['pipe', 'inherit', 'inherit'] },
  )
  child.stdin?.end(JSON.stringify(BareLoop.parse(loop)))
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The bare loop ended with ${code}`)
}

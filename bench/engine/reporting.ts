import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

/** Acts like the telephone switch: reports calls over kept-alive connections. */
export const Reporting = z.object({
  url: z.string(),
  trackingNumbers: z.array(z.string()),
  firstCall: z.int(),
  calls: z.int(),
  atATime: z.int(),
  /** How many start per second; null for as fast as they are accepted. */
  perSecond: z.number().nullable(),
})

export const Reported = z.object({
  perSecond: z.number(),
  /** When each call's report was sent, in ms since 1970, in the order of their ids. */
  sent: z.array(z.number()),
})

export async function reportCalls(
  reporting: z.infer<typeof Reporting>,
): Promise<z.infer<typeof Reported>> {
  const child = spawn(
    process.execPath,
    [new URL('./reporting-process.ts', import.meta.url).pathname],
    { env: { PATH: process.env.PATH }, stdio: ['pipe', 'pipe', 'inherit'] },
  )
  child.stdin.end(JSON.stringify(Reporting.parse(reporting)))
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (code !== 0) throw new Error(`The reports ended with ${code}`)
  return Reported.parse(JSON.parse(printed))
}

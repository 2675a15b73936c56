import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { EmbeddedOptions } from '../embedded-postgres.ts'

const SCRIPT = fileURLToPath(new URL('embedded-postgres-process.ts', import.meta.url))

const Printed = z.union([
  z.object({ url: z.string(), folder: z.string(), otherUser: z.string().nullable() }),
  z.object({ error: z.string() }),
])

/** Starts the embedded PostgreSQL in its own process. */
export function startInProcess(
  folder: string,
  options: Pick<EmbeddedOptions, 'listen'> = {},
  spawnOptions: Pick<SpawnOptions, 'uid' | 'gid' | 'env'> = {},
) {
  const child = spawn(process.execPath, [SCRIPT, folder, JSON.stringify(options)], {
    ...spawnOptions,
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const line = once(createInterface({ input: child.stdout }), 'line')
  return {
    /** Rejects with the output of the process if it could not start. */
    async started() {
      const printed = Printed.parse(JSON.parse(String(await line)))
      if ('error' in printed) throw new Error(printed.error)
      return printed
    },
    /** Resolves with the exit code when the process has ended. */
    async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
      child.kill(signal)
      await ended
      return child.exitCode
    },
  }
}

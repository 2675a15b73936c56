import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { TestProject } from 'vitest/node'
import { z } from 'zod'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Of the PostgreSQL that the run started; each test file makes a database of its own in it. */
    postgresUrl: string
  }
}

/** Starts a PostgreSQL for the test run, in a folder of its own that goes with it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres()
  project.provide('postgresUrl', url)
  return stop
}

/** A real PostgreSQL on a free port of loopback; `url` names its superuser and no database. */
export async function startPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const child = fork(new URL('./postgres-process.ts', import.meta.url))
  const gone = once(child, 'exit')
  const failed = gone.then(() => {
    throw new Error('PostgreSQL did not start; what it said stands above')
  })
  const [url] = await Promise.race([once(child, 'message'), failed])
  failed.catch(() => {})
  return {
    url: z.string().parse(url),
    async stop() {
      child.disconnect()
      await gone
    },
  }
}

import type { TestProject } from 'vitest/node'
import { startPostgresWithTemplate } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Of the PostgreSQL that the run started; each test file copies a database of its own in it. */
    postgresUrl: string
  }
}

/** Starts one PostgreSQL for the whole run of unit and service tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgresWithTemplate()
  project.provide('postgresUrl', url)
  return stop
}

import type { TestProject } from 'vitest/node'
import { startPostgresWithTemplate } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The PostgreSQL that the run started. Each test file creates its own database in it. */
    postgresUrl: string
  }
}

/** Starts one PostgreSQL for the whole run of unit and service tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgresWithTemplate()
  project.provide('postgresUrl', url)
  return stop
}

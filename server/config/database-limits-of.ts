import { type DatabaseLimits, PRODUCTION_LIMITS } from '../database/database-limits.ts'
import type { Env } from './env.ts'

/** The limits of production, with the pools of the settings. */
export function databaseLimitsOf(env: Env): DatabaseLimits {
  const { requests, attempts, longWork, jobQueue } = PRODUCTION_LIMITS
  return {
    requests: { ...requests, size: env.POOL_REQUESTS },
    attempts: { ...attempts, size: env.POOL_ATTEMPTS },
    longWork: { ...longWork, size: env.POOL_LONG_WORK },
    jobQueue: { ...jobQueue, size: env.POOL_JOB_QUEUE },
  }
}

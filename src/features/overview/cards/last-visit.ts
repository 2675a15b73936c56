import * as z from 'zod/mini'
import { Stamp } from '../../../../contract/time/stamp.ts'

/** After this time away from the page, a return is a new visit. */
const VISITS_APART_MS = 30 * 60_000

/** `last`: the end of the previous visit; null for the first. `seen`: the latest time of this one. */
const Visit = z.object({ last: z.nullable(Stamp), seen: Stamp })
export type Visit = z.infer<typeof Visit>

export function visitAt(known: Visit | null, now: Date): Visit {
  const seen = now.toISOString()
  if (known === null) return { last: null, seen }
  const isAnother = now.getTime() - Date.parse(known.seen) >= VISITS_APART_MS
  return { last: isAnother ? known.seen : known.last, seen }
}

/** @param owner the account, because accounts that share a browser have separate visits */
export function readVisit(owner: string): Visit | null {
  try {
    return Visit.safeParse(JSON.parse(localStorage.getItem(visitKey(owner)) ?? '')).data ?? null
  } catch {
    return null
  }
}

export function keepVisit(owner: string, visit: Visit): void {
  try {
    localStorage.setItem(visitKey(owner), JSON.stringify(visit))
  } catch {
    // Storage can be blocked or full. Then each visit is the first one.
  }
}

function visitKey(owner: string): string {
  return `redial-last-visit ${owner}`
}

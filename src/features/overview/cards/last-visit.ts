import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { Stamp } from '../../../../contract/time/stamp.ts'
import { type SessionOwner, sessionOwner } from '../../session/account-storage.ts'

/** After this time away from the page, a return is a new visit. */
const VISITS_APART_MS = 30 * 60_000

/** `last`: the end of the previous visit; null for the first. `seen`: the latest time of this one. */
const Visit = z.object({ last: z.nullable(Stamp), seen: Stamp })
type Visit = z.infer<typeof Visit>

export function visitAt(known: Visit | null, now: Date): Visit {
  const seen = now.toISOString()
  if (known === null) return { last: null, seen }
  const isAnother = now.getTime() - Date.parse(known.seen) >= VISITS_APART_MS
  return { last: isAnother ? known.seen : known.last, seen }
}

/** When the account last saw this page before this visit, in this browser; null if never. */
export function useLastVisit(session: SessionOwner): string | null {
  // Accounts that share a browser have separate visits.
  const key = `redial-last-visit ${sessionOwner(session)}`
  const [last, setLast] = useState(() => visitAt(readVisit(key), new Date()).last)

  useEffect(() => {
    const arrive = () => {
      const visit = visitAt(readVisit(key), new Date())
      keepVisit(key, visit)
      setLast(visit.last)
    }
    // All of it is one visit, even if the page was visible for long.
    const leave = () => {
      keepVisit(key, { last: readVisit(key)?.last ?? null, seen: new Date().toISOString() })
    }
    const note = () => (document.visibilityState === 'visible' ? arrive() : leave())
    note()
    document.addEventListener('visibilitychange', note)
    return () => {
      document.removeEventListener('visibilitychange', note)
      if (document.visibilityState === 'visible') leave()
    }
  }, [key])

  return last
}

function readVisit(key: string): Visit | null {
  try {
    return Visit.safeParse(JSON.parse(localStorage.getItem(key) ?? '')).data ?? null
  } catch {
    return null
  }
}

function keepVisit(key: string, visit: Visit): void {
  try {
    localStorage.setItem(key, JSON.stringify(visit))
  } catch {
    // Storage can be blocked or full. Then each visit is the first one.
  }
}

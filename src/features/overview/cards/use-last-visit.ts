import { useEffect, useState } from 'react'
import { type SessionOwner, sessionOwner } from '../../session/account-storage.ts'
import { keepVisit, readVisit, visitAt } from './last-visit.ts'

/** When the account last saw this page before this visit, in this browser; null if never. */
export function useLastVisit(session: SessionOwner): string | null {
  const owner = sessionOwner(session)
  const [last, setLast] = useState(() => {
    return visitAt(readVisit(owner), new Date()).last
  })

  useEffect(() => {
    const arrive = () => {
      const visit = visitAt(readVisit(owner), new Date())
      keepVisit(owner, visit)
      setLast(visit.last)
    }
    // All of it is one visit, even if the page was visible for long.
    const leave = () => {
      const known = readVisit(owner)
      keepVisit(owner, { last: known?.last ?? null, seen: new Date().toISOString() })
    }
    const turn = () => (document.visibilityState === 'visible' ? arrive() : leave())
    turn()
    document.addEventListener('visibilitychange', turn)
    return () => {
      document.removeEventListener('visibilitychange', turn)
      if (document.visibilityState === 'visible') leave()
    }
  }, [owner])

  return last
}

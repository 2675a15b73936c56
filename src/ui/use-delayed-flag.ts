import { useEffect, useState } from 'react'

/**
 * True once a value has been set for `ms` milliseconds, so that short states don't flash.
 *
 * @param what null or false if it is not set; another value restarts the time
 */
export function useDelayedFlag(what: unknown, ms: number): boolean {
  const [flagged, setFlagged] = useState<unknown>(null)
  useEffect(() => {
    if (!what) return
    const timer = setTimeout(() => setFlagged(what), ms)
    return () => {
      clearTimeout(timer)
      setFlagged(null)
    }
  }, [what, ms])
  return Boolean(what) && flagged === what
}

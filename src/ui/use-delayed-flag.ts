import { useEffect, useState } from 'react'

/**
 * True once a value has been set for `ms` milliseconds, so that short states don't flash.
 *
 * @param what null or false where it isn't so; another value starts the time again
 */
export function useDelayedFlag(what: unknown, ms: number): boolean {
  const [lasting, setLasting] = useState<unknown>(null)
  useEffect(() => {
    if (!what) return
    const timer = setTimeout(() => setLasting(what), ms)
    return () => {
      clearTimeout(timer)
      setLasting(null)
    }
  }, [what, ms])
  return Boolean(what) && lasting === what
}

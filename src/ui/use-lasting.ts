import { useEffect, useState } from 'react'

/**
 * Whether something has been so for `ms` milliseconds: what is over at once need not be shown.
 *
 * @param what null or false where it isn't so; another value starts the time again
 */
export function useLasting(what: unknown, ms: number): boolean {
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

import { type RefObject, useEffect, useRef } from 'react'

/**
 * Whether the component was removed. Numbers may still be on their way then, so their outcome is
 * reported somewhere else.
 */
export function useIsGone(): RefObject<boolean> {
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  return isGone
}

import { type RefObject, useEffect, useRef } from 'react'

/**
 * Whether the component was removed. Numbers may still be on their way then, so their outcome is
 * reported somewhere else.
 */
export function useIsUnmounted(): RefObject<boolean> {
  const isUnmounted = useRef(false)
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
    }
  }, [])
  return isUnmounted
}

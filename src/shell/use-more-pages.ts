import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/**
 * On phones, More shows the pages that the bar has no room for, until one of them is chosen, a person
 * presses Escape or taps elsewhere, or the page changes. `nav` is the bar.
 */
export function useMorePages() {
  const [hasMore, setHasMore] = useState(false)
  const nav = useRef<HTMLElement>(null)
  const router = useRouter()
  useEffect(() => {
    if (!hasMore) return
    const close = () => setHasMore(false)
    const isWithin = (target: unknown) => target instanceof Node && nav.current?.contains(target)
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('pointerdown', ({ target }) => !isWithin(target) && close(), {
      signal,
    })
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      // The link with the focus disappears.
      if (isWithin(document.activeElement)) nav.current?.querySelector('button')?.focus()
      close()
    }
    document.addEventListener('keydown', onKey, { signal })
    const unsubscribe = router.subscribe('onBeforeNavigate', close)
    return () => {
      listening.abort()
      unsubscribe()
    }
  }, [hasMore, router])
  return { hasMore, setHasMore, nav }
}

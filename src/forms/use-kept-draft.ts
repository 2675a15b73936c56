import { useEffect, useRef } from 'react'
import type { Drafts } from './drafts.ts'

/**
 * Keeps the input of a form when it closes.
 *
 * @param typed returns the input; null if there is nothing worth keeping
 */
export function useKeptDraft<Values>(
  drafts: Drafts<Values>,
  owner: string,
  typed: () => Values | null,
): void {
  const latest = useRef(typed)
  useEffect(() => {
    latest.current = typed
  })
  useEffect(() => {
    const typedNow = () => latest.current()
    const unfollow = drafts.follow(owner, typedNow)
    return () => {
      unfollow()
      drafts.keep(owner, typedNow())
    }
  }, [drafts, owner])
}

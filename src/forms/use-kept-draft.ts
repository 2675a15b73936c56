import { useEffect, useRef } from 'react'
import type { Drafts } from './drafts.ts'

/**
 * Keeps what is typed when its form closes.
 *
 * @param typed null where nothing of it is of any use
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

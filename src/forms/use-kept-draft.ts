import { useEffect, useRef } from 'react'
import type { Drafts } from './drafts.ts'
import { dropStored } from './kept-over-reload.ts'

/**
 * Keeps the input of a form when it closes or when the page reloads. A phone ends hidden tabs without
 * an event, so session storage has the input as long as the tab is hidden.
 *
 * @param getInput returns the input; null if there is nothing worth keeping
 */
export function useKeptDraft<Values>(
  drafts: Drafts<Values>,
  owner: string,
  getInput: () => Values | null,
): void {
  const latest = useRef(getInput)
  useEffect(() => {
    latest.current = getInput
    // What was sent in the meantime must not come back.
    if (document.hidden) drafts.store()
  })
  useEffect(() => {
    const getLatest = () => latest.current()
    const unfollow = drafts.follow(owner, getLatest)
    const onVisibility = () => (document.hidden ? drafts.store() : dropStored(true))
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      unfollow()
      dropStored()
    }
  }, [drafts, owner])
}

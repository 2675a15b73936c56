import { useEffect, useRef } from 'react'
import type { Drafts } from './drafts.ts'

/**
 * Keeps the input of a form when it closes.
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
  })
  useEffect(() => {
    const getLatest = () => latest.current()
    return drafts.follow(owner, getLatest)
  }, [drafts, owner])
}

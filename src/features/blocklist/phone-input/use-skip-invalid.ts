import { useState } from 'react'

/**
 * Whether invalid entries are skipped. It applies to the entries that are invalid when a person
 * chooses it, and not to entries that become invalid later.
 */
export function useSkipInvalid(
  wrong: number,
): [isSkipping: boolean, setSkipping: (isSkipping: boolean) => void] {
  const [most, setMost] = useState(0)
  if (wrong === 0 && most > 0) setMost(0)
  return [wrong > 0 && wrong <= most, to => setMost(to ? wrong : 0)]
}

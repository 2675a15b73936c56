import { useState } from 'react'

/**
 * Whether entries that are wrong are left out. It's said of those that are wrong at that moment, and
 * of none that becomes wrong later.
 */
export function useSkipInvalid(
  wrong: number,
): [isSkipping: boolean, setSkipping: (isSkipping: boolean) => void] {
  const [most, setMost] = useState(0)
  if (wrong === 0 && most > 0) setMost(0)
  return [wrong > 0 && wrong <= most, to => setMost(to ? wrong : 0)]
}

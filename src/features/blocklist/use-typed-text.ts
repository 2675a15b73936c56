import { useEffect, useRef, useState } from 'react'

/** So long after the last keystroke the address follows. */
const PAUSE_MS = 300

/**
 * What is being typed into a field that the address keeps. It belongs to the field until the typing
 * pauses, and then to the address; what the address says otherwise, as Back does, replaces it.
 */
export function useTypedText(
  inAddress: string,
  onPause: (text: string | undefined) => void,
): [typed: string, type: (text: string) => void] {
  const [draft, setDraft] = useState<string | null>(null)
  const [known, setKnown] = useState(inAddress)
  const [sent, setSent] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(onPause)
  latest.current = onPause
  if (inAddress !== known) {
    setKnown(inAddress)
    // Of one's own text the address may be behind what was typed since.
    if (inAddress !== sent) setDraft(null)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (text: string) => {
    setDraft(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setSent(text.trim())
      latest.current(text.trim() || undefined)
    }, PAUSE_MS)
  }
  return [draft ?? inAddress, type]
}

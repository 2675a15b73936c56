import { useEffect, useRef, useState } from 'react'

/** So long after the last keystroke the address follows. */
const PAUSE_MS = 300

/**
 * What is being typed into a field that the address keeps. It belongs to the field until the typing
 * pauses, and then to the address; what the address says otherwise, as after Back, replaces it.
 *
 * @param onPause puts the text, without spaces around it, into the address; undefined where none is left
 */
export function useTypedText(
  inAddress: string,
  onPause: (text: string | undefined) => void,
): [typed: string, type: (text: string) => void] {
  const [draft, setDraft] = useState<string | null>(null)
  const [known, setKnown] = useState(inAddress)
  // The address follows in its own time: a person may have typed on, and paused again, before it does.
  const [underWay, setUnderWay] = useState<string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef({ inAddress, onPause })
  latest.current = { inAddress, onPause }
  if (inAddress !== known) {
    setKnown(inAddress)
    const place = underWay.indexOf(inAddress)
    setUnderWay(place < 0 ? [] : underWay.slice(place + 1))
    if (place < 0) setDraft(null)
  }
  // Another page must not be led back here.
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (text: string) => {
    setDraft(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const trimmed = text.trim()
      const { inAddress, onPause } = latest.current
      setUnderWay(before =>
        before.length === 0 && trimmed === inAddress ? before : [...before, trimmed],
      )
      onPause(trimmed || undefined)
    }, PAUSE_MS)
  }
  return [draft ?? inAddress, type]
}

import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from './search-field.module.css'

type SearchFieldProps = {
  /** Only screen readers read it. */
  label: string
  placeholder: string
  text: string
  onTextChange: (text: string) => void
  /** Ids of the elements that the field updates or that describe it. */
  describedBy?: string
  disabled?: boolean
}

export function SearchField(props: SearchFieldProps) {
  const { label, text, onTextChange, describedBy, ...field } = props
  return (
    <div className={classes.field}>
      <IconSearch size={16} aria-hidden />
      <input
        {...field}
        type="search"
        autoComplete="off"
        aria-label={label}
        aria-describedby={describedBy}
        value={text}
        onChange={change => onTextChange(change.currentTarget.value)}
      />
    </div>
  )
}

/** The delay between the last keystroke and the update of the URL. */
const PAUSE_MS = 300

/**
 * The text of a field whose value is in the URL. The field owns the text until the person pauses, and
 * then the URL owns it. A different text in the URL, for example after Back, replaces it.
 *
 * @param onPause puts the trimmed text into the URL; undefined if it is empty
 */
export function useSearchText(
  inAddress: string,
  onPause: (text: string | undefined) => void,
): [text: string, setText: (text: string) => void] {
  const [draft, setDraft] = useState<string | null>(null)
  const [lastInAddress, setLastInAddress] = useState(inAddress)
  // The URL is updated later. By then, the person may have typed more and paused again.
  const [pending, setPending] = useState<string[]>([])
  if (inAddress !== lastInAddress) {
    setLastInAddress(inAddress)
    const place = pending.indexOf(inAddress)
    setPending(place < 0 ? [] : pending.slice(place + 1))
    if (place < 0) setDraft(null)
  }
  // After navigation to another page, it is not called: the URL must not return to this one.
  const send = useDebouncedCallback((text: string, pathname: string) => {
    // Another page is about to open, and this one is there until it has loaded.
    if (window.location.pathname !== pathname) return
    const trimmed = text.trim()
    setPending(before =>
      before.length === 0 && trimmed === inAddress ? before : [...before, trimmed],
    )
    onPause(trimmed || undefined)
  }, PAUSE_MS)
  // Nor may text that Back has replaced return.
  useEffect(() => {
    if (draft === null) send.cancel()
  }, [draft, send])
  const setText = (text: string) => {
    setDraft(text)
    send(text, window.location.pathname)
  }
  return [draft ?? inAddress, setText]
}

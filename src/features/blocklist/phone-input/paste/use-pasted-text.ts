import { useWindowEvent } from '@mantine/hooks'
import { isTextField } from '../../../../ui/is-text-field.ts'

/** Accepts text and files that are pasted while no field has the focus. */
export function usePastedText(on: {
  onText: (text: string) => void
  onFiles: (files: File[]) => void
}): void {
  useWindowEvent('paste', event => {
    if (event.defaultPrevented || isTextField(event.target)) return
    const text = event.clipboardData?.getData('text') ?? ''
    const files = [...(event.clipboardData?.files ?? [])]
    if (text.trim() === '' && files.length === 0) return
    event.preventDefault()
    // A spreadsheet offers its cells as a picture, too.
    if (text.trim() === '') on.onFiles(files)
    else on.onText(text)
  })
}

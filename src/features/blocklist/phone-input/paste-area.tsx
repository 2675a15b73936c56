import { Button, Textarea } from '@mantine/core'
import { useFileDialog, useWindowEvent } from '@mantine/hooks'
import { IconFileText } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { isTextField } from '../../../ui/is-text-field.ts'
import classes from './paste-area.module.css'
import { holdsMore, type NumberInput } from './use-entries.ts'

/** The id of the field for pasted and typed text. */
const PASTE_AREA_ID = 'phone-numbers'
const ENTRY_ID = 'phone-entry-'

export function entryFieldId(id: number): string {
  return ENTRY_ID + id
}

/** Fields are rendered a moment after the form. */
export function focusPasteArea(): void {
  requestAnimationFrame(() => document.getElementById(PASTE_AREA_ID)?.focus())
}

/**
 * Leaving a field can show an error below it. That would move the button away from the pointer
 * before the click is complete.
 */
export function keepFocus(event: Pick<Event, 'preventDefault'>) {
  event.preventDefault()
}

type PasteAreaProps = {
  input: NumberInput
  /** Whether the entries need the room. */
  isLow: boolean
  error: string | null
}

/**
 * A field for any text with phone numbers, pasted or typed, which become entries. It is a real field,
 * because touch screens offer Paste only in one.
 */
export function PasteArea({ input, isLow, error }: PasteAreaProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const dialog = useFileDialog({
    accept: '.csv,.txt,.tsv,.vcf,text/csv,text/plain,text/vcard',
    onChange: files => input.addFiles([...(files ?? [])]),
  })
  const isOnSubmit = ({ target }: MouseEvent) => {
    const button = target instanceof Element ? target.closest('button') : null
    return button?.type === 'submit' && button.form === field.current?.form
  }
  // The first click of a double click shows such entries. The second one must not send them.
  const isSecondClick = (event: MouseEvent) => event.detail > 1 && isOnSubmit(event)
  // Leaving the field would add entries, and the click would send them before anybody sees them.
  useWindowEvent('mousedown', event => {
    const hasText = (field.current?.value.trim() ?? '') !== ''
    if ((hasText && isOnSubmit(event)) || isSecondClick(event)) event.preventDefault()
  })
  useWindowEvent('click', event => {
    if (isSecondClick(event)) event.preventDefault()
  })
  return (
    <div className={classes.area}>
      <Textarea
        id={PASTE_AREA_ID}
        ref={field}
        classNames={{
          root: classes.root,
          label: classes.label,
          wrapper: classes.wrapper,
          input: classes.input,
          error: classes.error,
        }}
        label={<span>Paste a list or a spreadsheet column, or drop a file</span>}
        placeholder="Paste here, or type numbers and press Enter"
        rows={isLow ? 1 : 3}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={input.typed}
        error={error}
        onChange={({ currentTarget: { value }, nativeEvent }) => {
          input.setTyped(value)
          // Some keyboards of phones paste without an event of the clipboard.
          if (isPaste(nativeEvent)) input.addTyped(value)
        }}
        onKeyDown={event => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          input.addTyped()
        }}
        onBlur={({ relatedTarget }) => {
          // The feedback gets the focus with a result, which must not be replaced.
          if (relatedTarget !== input.feedbackElement.current) input.addTyped()
        }}
      />
      <Button
        variant="subtle"
        size="xs"
        className={classes.file}
        leftSection={<IconFileText size={16} aria-hidden />}
        onMouseDown={keepFocus}
        onClick={dialog.open}
      >
        Choose a file
      </Button>
    </div>
  )
}

function isPaste(event: Event): boolean {
  return event instanceof InputEvent && event.inputType.startsWith('insertFrom')
}

/**
 * Takes what is pasted anywhere but into other fields, and files that are dropped anywhere on the page.
 * Otherwise the browser would open such a file, and all input would be lost. A single number stays in the
 * entry that it is pasted into.
 *
 * @returns whether files are held over the page
 */
export function usePageTransfer(input: NumberInput): boolean {
  const [isOver, setIsOver] = useState(false)
  useWindowEvent('dragover', event => {
    if (!hasFiles(event)) return
    event.preventDefault()
    setIsOver(true)
  })
  useWindowEvent('dragleave', event => {
    // Otherwise the pointer only moves from one element of the page to another.
    if (event.relatedTarget === null) setIsOver(false)
  })
  useWindowEvent('drop', event => {
    setIsOver(false)
    if (!hasFiles(event)) return
    event.preventDefault()
    input.addFiles([...(event.dataTransfer?.files ?? [])])
  })
  useWindowEvent('paste', event => {
    const text = event.clipboardData?.getData('text').trim() ?? ''
    const id = event.target instanceof HTMLElement ? event.target.id : ''
    const isOfEntry = id.startsWith(ENTRY_ID)
    const isForOther = isTextField(event.target) && !isOfEntry && id !== PASTE_AREA_ID
    if (isForOther || (isOfEntry && !holdsMore(text))) return
    if (input.take(event.clipboardData)) event.preventDefault()
  })
  return isOver
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}

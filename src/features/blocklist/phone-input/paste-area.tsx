import { Button, FileButton, Textarea } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconFileText } from '@tabler/icons-react'
import { useRef } from 'react'
import * as messages from './messages.ts'
import classes from './paste-area.module.css'
import { keepFocus } from './phone-entry-row.tsx'
import type { Entries } from './use-entries.ts'

/**
 * A field for any text with phone numbers, pasted or typed, which become entries. It is a real field,
 * because touch screens offer Paste only in one.
 */
export function PasteArea({ entries }: { entries: Entries }) {
  const resetFileInput = useRef<() => void>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const { typed } = entries
  const isOnSubmit = ({ target }: MouseEvent) => {
    const button = target instanceof Element ? target.closest('button') : null
    return button?.type === 'submit' && button.form === field.current?.form
  }
  // Otherwise the click would send entries that nobody has seen, which leaving the field has added.
  useWindowEvent('mousedown', event => {
    if ((typed.trim() !== '' || event.detail > 1) && isOnSubmit(event)) event.preventDefault()
  })
  // The first click of a double click shows such entries. The second one must not send them.
  useWindowEvent('click', event => {
    if (event.detail > 1 && isOnSubmit(event)) event.preventDefault()
  })
  return (
    <div className={classes.area}>
      <Textarea
        ref={field}
        classNames={{ root: classes.root, label: classes.label, input: classes.input }}
        label={<span>{messages.pasteHint}</span>}
        placeholder={messages.pastePlaceholder}
        // The entries need the room.
        rows={entries.list.length > 1 ? 1 : 3}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ currentTarget: { value }, nativeEvent }) => {
          entries.setTyped(value)
          // Some keyboards of phones paste without an event of the clipboard.
          if (isPaste(nativeEvent)) void entries.addTyped()
        }}
        onPaste={event => {
          const text = event.clipboardData.getData('text')
          const files = [...event.clipboardData.files]
          if (text.trim() === '' && files.length === 0) return
          event.preventDefault()
          // A spreadsheet offers its cells as a picture, too.
          if (text.trim() === '') void entries.drop(files)
          else void entries.paste(text)
        }}
        onKeyDown={event => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          void entries.addTyped()
        }}
        onBlur={({ relatedTarget }) => {
          // The feedback gets the focus with a result, which must not be replaced.
          if (relatedTarget !== entries.feedbackElement.current) void entries.addTyped()
        }}
      />
      <FileButton
        accept=".csv,.txt,.tsv,.vcf,text/csv,text/plain,text/vcard"
        multiple
        resetRef={resetFileInput}
        onChange={files => {
          void entries.drop(files)
          // Otherwise the same file could not be chosen again after it was fixed.
          resetFileInput.current?.()
        }}
      >
        {button => (
          <Button
            {...button}
            variant="subtle"
            size="xs"
            className={classes.file}
            leftSection={<IconFileText size={16} aria-hidden />}
            onMouseDown={keepFocus}
          >
            {messages.chooseFile}
          </Button>
        )}
      </FileButton>
    </div>
  )
}

function isPaste(event: Event): boolean {
  return event instanceof InputEvent && event.inputType.startsWith('insertFrom')
}

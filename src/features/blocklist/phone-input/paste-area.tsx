import { Button, FileButton, Textarea } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconFileText } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { isTextField } from '../../../ui/is-text-field.ts'
import * as messages from './messages.ts'
import classes from './paste-area.module.css'
import { keepFocus } from './phone-entry-row.tsx'
import type { Pasting } from './use-pasting.ts'

type PasteAreaProps = {
  pasting: Pasting
  /** Whether the entries need the room. */
  isLow: boolean
}

/**
 * A field for any text with phone numbers, pasted or typed, which become entries. It is a real field,
 * because touch screens offer Paste only in one.
 */
export function PasteArea({ pasting, isLow }: PasteAreaProps) {
  const resetFileInput = useRef<() => void>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const { typed } = pasting
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
        rows={isLow ? 1 : 3}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ currentTarget: { value }, nativeEvent }) => {
          pasting.setTyped(value)
          // Some keyboards of phones paste without an event of the clipboard.
          if (isPaste(nativeEvent)) void pasting.addTyped()
        }}
        onPaste={event => {
          const text = event.clipboardData.getData('text')
          const files = [...event.clipboardData.files]
          if (text.trim() === '' && files.length === 0) return
          event.preventDefault()
          // A spreadsheet offers its cells as a picture, too.
          if (text.trim() === '') void pasting.drop(files)
          else void pasting.paste(text)
        }}
        onKeyDown={event => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          void pasting.addTyped()
        }}
        onBlur={({ relatedTarget }) => {
          // The feedback gets the focus with a result, which must not be replaced.
          if (relatedTarget !== pasting.feedbackElement.current) void pasting.addTyped()
        }}
      />
      <FileButton
        accept=".csv,.txt,.tsv,.vcf,text/csv,text/plain,text/vcard"
        multiple
        resetRef={resetFileInput}
        onChange={files => {
          void pasting.drop(files)
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

/**
 * Accepts files that are dropped anywhere on the page. Otherwise the browser would open a file
 * dropped outside the field, and all input would be lost.
 *
 * @returns whether files are held over the page
 */
export function useDroppedFiles(onFiles: (files: File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const latest = useRef(onFiles)
  latest.current = onFiles
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsOver(true)
    }
    const leave = (event: DragEvent) => {
      // The pointer only moves from one element of the page to another.
      if (event.relatedTarget === null) setIsOver(false)
    }
    const drop = (event: DragEvent) => {
      setIsOver(false)
      if (!hasFiles(event)) return
      event.preventDefault()
      latest.current([...(event.dataTransfer?.files ?? [])])
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [])
  return isOver
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}

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

import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, memo } from 'react'
import { formatPhoneNumber } from '../../../format/phone-number.ts'
import * as messages from './messages.ts'
import classes from './phone-entries.module.css'
import type { Entry } from './use-entries.ts'
import type { ValidationResult } from './validate-entries.ts'

export type RowActions = {
  onChange: (entry: Entry, text: string) => void
  onLeave: () => void
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>, entry: Entry) => void
  onPaste: (event: ClipboardEvent<HTMLInputElement>, entry: Entry) => void
  onRemove: (entry: Entry) => void
  /** Includes an entry that is held back. */
  onInclude: (entry: Entry) => void
}

type PhoneEntryRowProps = RowActions & {
  /** Its index in the whole list. */
  index: number
  entry: Entry
  result: ValidationResult
  /** An entry that is being edited shows no error yet. */
  isBeingEdited: boolean
  isOnly: boolean
  /** Whether it gets the focus when the form opens. */
  isFirstField: boolean
}

/** One entry, and below it the number that is sent or the error. */
export const PhoneEntryRow = memo(function PhoneEntryRow(props: PhoneEntryRowProps) {
  const { index, entry, result, isBeingEdited, isOnly, isFirstField } = props
  const problem = isBeingEdited ? null : result.problem
  const row = index + 1
  return (
    <div className={classes.entry}>
      <TextInput
        id={entryFieldId(entry.id)}
        classNames={{
          root: classes.input,
          label: classes.label,
          wrapper: classes.field,
          error: classes.error,
          description: classes.result,
        }}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        label={<span>{messages.numberField(row)}</span>}
        value={entry.text}
        inputMode="tel"
        data-autofocus={isFirstField ? true : undefined}
        autoComplete="off"
        spellCheck={false}
        error={problem}
        description={problem === null ? resultDescription(result) : undefined}
        descriptionProps={{
          'data-noted': result.notes.length > 0 || result.doubt !== null || undefined,
        }}
        onChange={event => props.onChange(entry, event.currentTarget.value)}
        onBlur={props.onLeave}
        onKeyDown={event => props.onKeyDown(event, entry)}
        onPaste={event => props.onPaste(event, entry)}
      />
      {result.doubt !== null && !isBeingEdited && (
        <Button
          variant="default"
          size="xs"
          className={classes.include}
          aria-label={messages.includeNumber(row)}
          onMouseDown={keepFocus}
          onClick={() => props.onInclude(entry)}
        >
          {messages.include}
        </Button>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        className={classes.remove}
        aria-label={messages.removeRow(row)}
        disabled={isOnly && entry.text === ''}
        onMouseDown={keepFocus}
        onClick={() => props.onRemove(entry)}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
})

export function entryFieldId(id: number): string {
  return `phone-entry-${id}`
}

/** The rows are rendered a moment after the form. */
export function focusFirstEntry(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('input[id^="phone-entry-"]')?.focus(),
  )
}

function resultDescription({ parsed, doubt, notes, sends }: ValidationResult): string | undefined {
  if (parsed.kind !== 'number') return undefined
  const number = formatPhoneNumber(parsed.number)
  if (doubt !== null) return messages.heldBack(number, doubt)
  const sent =
    sends === null
      ? messages.readAs(number, parsed.country)
      : messages.sentAs(number, parsed.country)
  return [sent, ...(parsed.note === null ? [] : [parsed.note]), ...notes].join(' · ')
}

/**
 * Leaving a field can show an error below it. That would move the button away from the pointer
 * before the click is complete.
 */
export function keepFocus(event: MouseEvent) {
  event.preventDefault()
}

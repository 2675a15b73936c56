import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ClipboardEvent, KeyboardEvent, MouseEvent } from 'react'
import { formatNumber } from '../../../format/numbers.ts'
import classes from './phone-entries.module.css'
import type { Entry } from './use-entries.ts'
import { type Described, describeResult, type ValidationResult } from './validate-entries.ts'

type PhoneEntryRowProps = {
  index: number
  entry: Entry
  result: ValidationResult
  /** The name of the chosen country, which no entry repeats. */
  defaultCountry: string | undefined
  /** An entry that is being edited shows no error yet. */
  isBeingEdited: boolean
  isOnly: boolean
  isFirstField: boolean
  onChange: (text: string) => void
  onLeave: () => void
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void
  onRemove: () => void
  onInclude: () => void
}

export function PhoneEntryRow(props: PhoneEntryRowProps) {
  const { index, entry, result, defaultCountry, isBeingEdited, isOnly, isFirstField } = props
  const problem = result.group === 'invalid' && !isBeingEdited ? result.about : null
  const row = index + 1
  const described = problem === null ? describeResult(result, defaultCountry) : null
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
          input: classes.text,
        }}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        label={
          <span>
            <span className={classes.word}>Number </span>
            {formatNumber(row)}
          </span>
        }
        value={entry.text}
        inputMode="tel"
        data-autofocus={isFirstField ? true : undefined}
        autoComplete="off"
        spellCheck={false}
        error={problem}
        description={described && <Description {...described} />}
        descriptionProps={{ 'data-noted': described?.isNoted || undefined }}
        onChange={event => props.onChange(event.currentTarget.value)}
        onBlur={props.onLeave}
        onKeyDown={props.onKeyDown}
        onPaste={props.onPaste}
      />
      {result.group === 'held' && !isBeingEdited && (
        <Button
          variant="default"
          size="xs"
          className={classes.include}
          aria-label={`Include number ${formatNumber(row)}`}
          onMouseDown={keepFocus}
          onClick={props.onInclude}
        >
          Include
        </Button>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="md"
        className={classes.remove}
        aria-label={`Remove row ${formatNumber(row)}`}
        disabled={isOnly && entry.text === ''}
        onMouseDown={keepFocus}
        onClick={props.onRemove}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}

export function entryFieldId(id: number): string {
  return `phone-entry-${id}`
}

/** The rows are rendered a moment after the form. */
export function focusFirstEntry(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('input[id^="phone-entry-"]')?.focus(),
  )
}

function Description({ outcome, notes }: Described) {
  return (
    <>
      <span className={classes.outcome}>{outcome}</span>
      {notes.length > 0 && (
        <span>
          <span className={classes.word}> · </span>
          {notes.join(' · ')}
        </span>
      )}
    </>
  )
}

/**
 * Leaving a field can show an error below it. That would move the button away from the pointer
 * before the click is complete.
 */
export function keepFocus(event: MouseEvent) {
  event.preventDefault()
}

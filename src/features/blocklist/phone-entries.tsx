import { ActionIcon, Button, TextInput } from '@mantine/core'
import '@mantine/core/styles/ActionIcon.layer.css'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { ClipboardEvent, KeyboardEvent, MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import {
  type BlockNumbersSent,
  type BlockNumbersValues,
  LIST_ERRORS,
} from './block-numbers-values.ts'
import classes from './phone-entries.module.css'
import { splitPhoneEntries } from './phone-entry.ts'

/** More rows than this in one form would make typing slow. */
const MAX_ENTRIES = 500

const LIST = 'blocked_phone_number_list'
const EMPTY = { phone_number: '' }

type PhoneEntriesProps = {
  form: UseFormReturn<BlockNumbersValues, unknown, BlockNumbersSent>
}

/** A row for each number, with what is wrong with it beside it. */
export function PhoneEntries({ form }: PhoneEntriesProps) {
  const { control, register, formState, getValues, setValue, setError, setFocus, trigger } = form
  const entries = useFieldArray({ control, name: LIST })
  const nameOf = (index: number) => `${LIST}.${index}.phone_number` as const
  const isEntityGiven = formState.defaultValues?.entity?.reference !== ''
  const listError = formState.errors.root?.[LIST]?.message

  const addAfter = (index: number) =>
    entries.insert(index + 1, EMPTY, { focusName: nameOf(index + 1) })

  const remove = (index: number) => {
    // The focus stays in the list: on the row that moves up, or on the last one.
    flushSync(() => entries.remove(index))
    setFocus(nameOf(Math.min(index, getValues(LIST).length - 1)))
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, index: number) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (event.currentTarget.value.trim() !== '') addAfter(index)
  }

  const onPaste = (event: ClipboardEvent<HTMLInputElement>, index: number) => {
    const [first, ...rest] = splitPhoneEntries(event.clipboardData.getData('text'))
    if (first === undefined || rest.length === 0) return
    event.preventDefault()
    if (entries.fields.length + rest.length > MAX_ENTRIES) {
      setError(LIST_ERRORS, {
        type: 'paste',
        message: `${rest.length + 1} entries were pasted, and there is room for ${MAX_ENTRIES} in all. None was added: paste them in smaller parts.`,
      })
      return
    }
    const isEmpty = getValues(nameOf(index)).trim() === ''
    if (isEmpty) setValue(nameOf(index), first, { shouldDirty: true })
    const added = (isEmpty ? rest : [first, ...rest]).map(phone_number => ({ phone_number }))
    entries.insert(index + 1, added, { focusName: nameOf(index + added.length) })
    void trigger(LIST)
  }

  return (
    <fieldset className={classes.entries}>
      <legend className={classes.legend}>Phone numbers</legend>
      <p className={classes.hint}>
        With the country code, such as 27 82 123 0001. Enter adds a row; a pasted list or column is
        spread over rows.
      </p>
      {listError && (
        <p role="alert" tabIndex={-1} className={classes.listError}>
          {listError}
        </p>
      )}
      <ol className={classes.list}>
        {entries.fields.map((field, index) => (
          <li key={field.id} className={classes.entry}>
            <TextInput
              {...register(nameOf(index))}
              classNames={{ root: classes.input, label: classes.label, error: classes.error }}
              label={`Number ${index + 1}`}
              inputMode="tel"
              data-autofocus={isEntityGiven && index === 0 ? true : undefined}
              autoComplete="off"
              error={formState.errors[LIST]?.[index]?.phone_number?.message}
              onKeyDown={event => onKeyDown(event, index)}
              onPaste={event => onPaste(event, index)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              className={classes.remove}
              aria-label={`Remove row ${index + 1}`}
              disabled={entries.fields.length === 1}
              onMouseDown={keepFocus}
              onClick={() => remove(index)}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ol>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={entries.fields.length >= MAX_ENTRIES}
        onMouseDown={keepFocus}
        onClick={() => addAfter(entries.fields.length - 1)}
      >
        Add a number
      </Button>
    </fieldset>
  )
}

/**
 * Leaving a field can show an error below it, which would push the button away from under the
 * pointer before the click is complete.
 */
function keepFocus(event: MouseEvent) {
  event.preventDefault()
}

import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { formatCount, formatNumber } from '../../../format/numbers.ts'
import { capitalise } from '../../../format/text.ts'
import { FormShell } from '../../../forms/form-shell.tsx'
import * as uiMessages from '../../../ui/messages.ts'
import visuallyHidden from '../../../ui/visually-hidden.module.css'
import { BatchProgressBar, useBatches } from '../batch/batch-progress.tsx'
import classes from './entry-summary.module.css'
import { PhoneEntries, type PhoneEntriesProps } from './phone-entries.tsx'
import { focusFirstEntry } from './phone-entry-row.tsx'
import { type EntriesStart, type Entry, useEntries } from './use-entries.ts'
import { usePasting } from './use-pasting.ts'
import { countGroup, entriesToLookAt, numbersToSend } from './validate-entries.ts'

/** The service's errors for numbers that were sent. */
export type Refusals = ReadonlyMap<string, string>

const NONE_REFUSED: Refusals = new Map()

type NumbersInput = ReturnType<typeof useNumbersInput>

/** The numbers of a form that blocks or unblocks many, and the state of sending them. */
export function useNumbersInput(start: EntriesStart) {
  const entries = useEntries(start)
  const pasting = usePasting(entries)
  const batches = useBatches()
  /** Until they are sent again. */
  const [refused, setRefused] = useState(NONE_REFUSED)
  return {
    entries,
    pasting,
    batches,
    refused,
    setRefused,
    /** After the others were sent. */
    keepOnly: (isKept: (entry: Entry) => boolean) => {
      entries.update(before => before.filter(isKept))
      pasting.clearFeedback()
    },
  }
}

type NumbersFormProps<Values extends FieldValues, Sent> = Pick<
  PhoneEntriesProps,
  'results' | 'listErrors' | 'isPartly' | 'isFirstField'
> & {
  form: UseFormReturn<Values, unknown, Sent>
  input: NumbersInput
  /** Whose list changes; '' if that is unknown. */
  name: string
  /** "Block 3 numbers" */
  submitLabel: string
  /** "Blocking numbers" */
  progressLabel: string
  /** Says that the form starts with what was typed before. */
  draftKept: string | null
  /** @param refused the refused numbers that are skipped; without others, all are sent again */
  onSubmit: (values: Sent, refused: Refusals) => Promise<void>
  onCancel: () => void
  /** Called while numbers are sent, because their outcome is shown here. */
  onBusy: (isBusy: boolean) => void
  children: ReactNode
  footer?: ReactNode
}

/** A form for many numbers, each with its validation result. Invalid ones are skipped. */
export function NumbersForm<Values extends FieldValues, Sent>(
  props: NumbersFormProps<Values, Sent>,
) {
  const { form, input, results, name, onBusy } = props
  const { entries, pasting, batches, refused, setRefused } = input
  const [shown, setShown] = useState<keyof ReturnType<typeof entriesToLookAt> | 'all'>('all')
  const { isSubmitting } = form.formState
  useEffect(() => {
    onBusy(isSubmitting)
    return () => onBusy(false)
  }, [onBusy, isSubmitting])

  const { wrong } = entriesToLookAt(results)
  const canSend = numbersToSend(results).length > 0
  const invalid = canSend ? wrong.length : 0
  const held = canSend ? countGroup(results, 'held') : 0
  const skippedText = [
    invalid > 0 && `${formatNumber(invalid)} invalid`,
    held > 0 && `${formatNumber(held)} held back`,
  ]
    .filter(Boolean)
    .join(', ')
  const canCheck = wrong.length > 0 && results.length > 1
  return (
    <FormShell
      form={form}
      onAttempt={() => {
        setRefused(NONE_REFUSED)
        form.clearErrors()
      }}
      onSubmit={values =>
        pasting.isUnread
          ? pasting.readRest()
          : props.onSubmit(values, invalid > 0 ? refused : NONE_REFUSED)
      }
      submitLabel={
        <>
          {props.submitLabel}
          <span className={visuallyHidden.only}>
            {skippedText !== '' && ` (skip ${skippedText})`}
            {name !== '' && ` for ${name}`}
          </span>
        </>
      }
      actions={
        batches.progress === null && (
          <>
            {(name !== '' || skippedText !== '') && (
              <p className={classes.about}>
                {capitalise(
                  [name && `for ${name}`, skippedText && `skips ${skippedText}`]
                    .filter(Boolean)
                    .join(' · '),
                )}
              </p>
            )}
            {canCheck && (
              <Button
                variant="subtle"
                className={classes.check}
                onClick={() => {
                  setShown('wrong')
                  focusFirstEntry()
                }}
              >
                Check {formatCount(wrong.length, 'invalid entry', 'invalid entries')}
              </Button>
            )}
            <Button variant="default" onClick={props.onCancel}>
              {uiMessages.cancel}
            </Button>
          </>
        )
      }
    >
      {props.draftKept !== null && <p className={classes.draft}>{props.draftKept}</p>}
      <BatchProgressBar label={props.progressLabel} batches={batches} />
      {props.children}
      <PhoneEntries
        entries={entries}
        pasting={pasting}
        results={results}
        shown={shown}
        onShown={setShown}
        listErrors={props.listErrors}
        isPartly={props.isPartly}
        isFirstField={props.isFirstField}
      />
      {props.footer}
    </FormShell>
  )
}

import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { formatNumber } from '../../../../contract/text/count.ts'
import { capitalise } from '../../../../contract/text/names.ts'
import { FormShell } from '../../../forms/form-shell.tsx'
import * as uiMessages from '../../../ui/messages.ts'
import visuallyHidden from '../../../ui/visually-hidden.module.css'
import { ChangeProgress } from '../change/change-progress.tsx'
import type { ChangeWithProgress } from '../change/use-blocklist-change.ts'
import { numberCount } from '../messages.ts'
import classes from '../phone-input/entry-summary.module.css'
import { PhoneEntries, type PhoneEntriesProps } from '../phone-input/phone-entries.tsx'
import { type EntriesStart, type Entry, useEntries } from '../phone-input/use-entries.ts'
import { usePasting } from '../phone-input/use-pasting.ts'
import { countGroup, numbersToSend } from '../phone-input/validate-entries.ts'
import type { BlockNumbersFields } from './block-failure.ts'

/** The service's errors for numbers that were sent. */
export type Refusals = ReadonlyMap<string, string>

const NONE_REFUSED: Refusals = new Map()

type NumbersInput = ReturnType<typeof useNumbersInput>

/** The numbers of a form that blocks or unblocks many. */
export function useNumbersInput(start: EntriesStart) {
  const entries = useEntries(start)
  const pasting = usePasting(entries)
  /** Until they are sent again. */
  const [refused, setRefused] = useState(NONE_REFUSED)
  return {
    entries,
    pasting,
    refused,
    setRefused,
    /** After the others were sent. */
    keepOnly: (isKept: (entry: Entry) => boolean) => {
      entries.update(before => before.filter(isKept))
      pasting.clearFeedback()
    },
  }
}

type NumbersFormProps = Pick<PhoneEntriesProps, 'results' | 'listErrors' | 'isPartly'> & {
  form: UseFormReturn<BlockNumbersFields, unknown, BlockNumbersFields>
  input: NumbersInput
  change: ChangeWithProgress
  /** Whose list changes; '' if that is unknown. */
  name: string
  /** The name for which the form was filled before, perhaps ''; null if it starts empty. */
  draftOf: string | null
  /** @param refused the refused numbers that are skipped; without others, all are sent again */
  onSubmit: (values: BlockNumbersFields, refused: Refusals) => Promise<void>
  onCancel: () => void
  /** Called while numbers are sent, because their outcome is shown here. */
  onBusy: (isBusy: boolean) => void
  children: ReactNode
  footer: ReactNode
}

/** A form for many numbers, each with its validation result. Invalid ones are skipped. */
export function NumbersForm(props: NumbersFormProps) {
  const { form, input, change, results, name, draftOf, isPartly, onBusy } = props
  const { entries, pasting, refused, setRefused } = input
  const { isSubmitting, errors } = form.formState
  useEffect(() => {
    onBusy(isSubmitting)
    return () => onBusy(false)
  }, [onBusy, isSubmitting])

  const isEmpty = results.every(({ parsed }) => parsed.kind === 'empty')
  const onSubmit = async (values: BlockNumbersFields) => {
    if (pasting.isUnread && !(await pasting.readRest())) return
    if (isEmpty && !pasting.isUnread) form.setError('root.numbers', { type: 'required' })
    else await props.onSubmit(values, invalid > 0 ? refused : NONE_REFUSED)
  }

  const canSend = numbersToSend(results).length > 0
  const invalid = canSend ? countGroup(results, 'invalid') : 0
  const held = canSend ? countGroup(results, 'held') : 0
  const skipped = [
    invalid > 0 && `${formatNumber(invalid)} invalid`,
    held > 0 && `${formatNumber(held)} held back`,
  ]
    .filter(Boolean)
    .join(', ')
  const toSend = countGroup(results, 'sent')
  const about = [name && `for ${name}`, skipped && `skips ${skipped}`].filter(Boolean).join(' · ')
  return (
    <FormShell
      form={form}
      onAttempt={() => {
        setRefused(NONE_REFUSED)
        form.clearErrors()
      }}
      onSubmit={onSubmit}
      submitLabel={
        <>
          Block {toSend === 0 ? 'numbers' : numberCount(toSend)}
          <span className={visuallyHidden.only}>
            {skipped !== '' && ` (skip ${skipped})`}
            {name !== '' && ` for ${name}`}
          </span>
        </>
      }
      actions={
        change.progress === null && (
          <>
            {about !== '' && <p className={classes.about}>{capitalise(about)}</p>}
            <Button variant="default" onClick={props.onCancel}>
              {isPartly ? 'Done' : uiMessages.cancel}
            </Button>
          </>
        )
      }
    >
      {draftOf !== null && (
        <p className={classes.draft}>
          What you typed before{draftOf && ` for ${draftOf}`} is still here.
        </p>
      )}
      <ChangeProgress label="Blocking numbers" change={change} />
      {props.children}
      <PhoneEntries
        entries={entries}
        pasting={pasting}
        results={results}
        listErrors={props.listErrors}
        isPartly={isPartly}
        isNumberMissing={isEmpty && errors.root?.numbers !== undefined}
      />
      {props.footer}
    </FormShell>
  )
}

/** Says why nothing was sent. */
export function formatInvalid(count: number): string {
  const [are, them] = count === 1 ? ['entry is', 'it'] : ['entries are', 'them']
  return `${formatNumber(count)} ${are} invalid, so nothing was sent. Fix ${them} or remove ${them}.`
}

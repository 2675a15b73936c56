import { zodResolver } from '@hookform/resolvers/zod'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { type UseFormRegisterReturn, type UseFormReturn, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { MAX_PACE, type ReplayNote, type ReplayRun } from '../../../../contract/replay.ts'
import { formatNumber } from '../../../../contract/text/count.ts'
import { RunProblem, useRunChange } from './run-change.tsx'
import classes from './run-note.module.css'

const PACE_PROBLEM = `Enter a whole number from 1 to ${formatNumber(MAX_PACE)}, or leave it empty.`

/** The pace as a person types it; empty for no limit. */
const PaceText = z.string().check(
  z.refine(text => {
    const pace = Number(text)
    return text.trim() === '' || (Number.isInteger(pace) && pace >= 1 && pace <= MAX_PACE)
  }, PACE_PROBLEM),
)

export const NoteValues = z.object({
  /** Only for a standing order. */
  takesLater: z.boolean(),
  name: z.string().check(z.maxLength(100, 'Enter at most 100 characters.')),
  reason: z.string().check(z.maxLength(500, 'Enter at most 500 characters.')),
  pace: PaceText,
})
export type NoteValues = z.infer<typeof NoteValues>

function toPace(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}

/** What is stored of the values: an empty field is missing. */
export function toNote({ name, reason, pace }: NoteValues): ReplayNote {
  return { name: name.trim() || null, reason: reason.trim() || null, pace: toPace(pace) }
}

type RunNoteFieldsProps = {
  form: UseFormReturn<NoteValues>
  /** Whether it may wait for a receiver. */
  mayWait: boolean
}

/** The name, the reason and the pace of a run that is about to start. */
export function RunNoteFields({ form, mayWait }: RunNoteFieldsProps) {
  const { errors } = form.formState
  return (
    <div className={classes.fields}>
      <TextInput
        {...form.register('name')}
        label="Name of this replay"
        autoComplete="off"
        error={errors.name?.message}
      />
      <TextInput
        {...form.register('reason')}
        label="Reason (optional)"
        description="Included in messages about the whole replay, including messages to the customer."
        // The fields of the line begin at the same height.
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder="Such as: their certificate was renewed"
        autoComplete="off"
        error={errors.reason?.message}
      />
      <PaceField {...form.register('pace')} error={errors.pace?.message} />
      {mayWait && (
        <Checkbox
          {...form.register('takesLater')}
          className={classes.later}
          label="When it waits for a receiver, also send what fails until then"
          description="Redial keeps your API token for this, encrypted, until nothing waits any more. You can end that in the account menu."
        />
      )}
    </div>
  )
}

function PaceField(props: UseFormRegisterReturn<'pace'> & { error: string | undefined }) {
  return (
    <TextInput
      {...props}
      label="At most, events a second"
      placeholder="No limit"
      inputMode="numeric"
      autoComplete="off"
    />
  )
}

/** Changes how many events a started run sends in a second. */
export function PaceForm({ run }: { run: ReplayRun }) {
  const change = useRunChange(run.id)
  const values = { pace: run.pace === null ? '' : String(run.pace) }
  const form = useForm({ resolver: zodResolver(z.object({ pace: PaceText })), values })
  return (
    <form
      className={classes.pace}
      noValidate
      onSubmit={form.handleSubmit(({ pace }) => change.mutate({ to: 'pace', pace: toPace(pace) }))}
    >
      <PaceField {...form.register('pace')} error={form.formState.errors.pace?.message} />
      <Button type="submit" loading={change.isPending}>
        Change pace
      </Button>
      <RunProblem error={change.error} />
    </form>
  )
}

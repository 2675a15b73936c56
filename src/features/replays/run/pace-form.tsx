import { zodResolver } from '@hookform/resolvers/zod'
import { Button, TextInput } from '@mantine/core'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import classes from './run-note.module.css'
import { PaceText, toPace } from './run-note.tsx'

type PaceFormProps = {
  pace: number | null
  isPending: boolean
  onPace: (pace: number | null) => void
}

/** Changes how many events a started run sends in a second. */
export function PaceForm({ pace, isPending, onPace }: PaceFormProps) {
  const values = { pace: pace === null ? '' : String(pace) }
  const form = useForm({ resolver: zodResolver(z.object({ pace: PaceText })), values })
  return (
    <form
      className={classes.pace}
      noValidate
      onSubmit={form.handleSubmit(changed => onPace(toPace(changed.pace)))}
    >
      <TextInput
        {...form.register('pace')}
        label="At most, events a second"
        placeholder="No limit"
        inputMode="numeric"
        autoComplete="off"
        error={form.formState.errors.pace?.message}
      />
      <Button type="submit" variant="default" loading={isPending}>
        Change pace
      </Button>
    </form>
  )
}

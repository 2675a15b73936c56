import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import classes from './run-note.module.css'
import { PaceField, PaceText, toPace } from './run-note.tsx'

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
      <PaceField {...form.register('pace')} error={form.formState.errors.pace?.message} />
      <Button type="submit" variant="default" loading={isPending}>
        Change pace
      </Button>
    </form>
  )
}

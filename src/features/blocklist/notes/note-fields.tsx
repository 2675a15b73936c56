import { NativeSelect, TextInput } from '@mantine/core'
import type { FieldErrors, FieldValues, Resolver, UseFormRegisterReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import {
  type BlockNote,
  type BlockNoteFields,
  BlockReason,
  MAX_NOTE_LENGTH,
} from '../../../../contract/blocklist/block-notes.ts'
import { REASONS } from '../messages.ts'
import classes from './note-fields.module.css'

/** What people enter about a block; '' for nothing. */
export const NoteValues = z.object({
  reason: z.enum(['', ...BlockReason.options]),
  note: z
    .string()
    .check(
      z.trim(),
      z.maxLength(MAX_NOTE_LENGTH, `This is too long: ${MAX_NOTE_LENGTH} characters at most.`),
    ),
  until: z.string().check(z.regex(/^(?:\d{4}-\d\d-\d\d)?$/, 'Enter the whole date, or none.')),
})
export type NoteValues = z.infer<typeof NoteValues>

/** A date that is not complete makes its field empty for scripts. It must not become a block without an end. */
export function withUntil<Values extends FieldValues & Pick<NoteValues, 'until'>>(
  resolve: Resolver<Values, unknown, Values>,
): Resolver<Values, unknown, Values> {
  return (values, context, options) => {
    const field = options.fields.until?.ref
    const isIncomplete = field && 'validity' in field && field.validity?.badInput
    return resolve(isIncomplete ? { ...values, until: 'incomplete' } : values, context, options)
  }
}

export const NO_NOTE: NoteValues = { reason: '', note: '', until: '' }

export function noteValues({ reason, note, until }: BlockNote): NoteValues {
  return { reason: reason ?? '', note: note ?? '', until: until ?? '' }
}

/** The fields for a request; null empties a field. */
export function noteFields({ reason, note, until }: NoteValues): BlockNoteFields {
  return { reason: reason || null, note: note || null, until: until || null }
}

type NoteFieldsProps = {
  register: (name: keyof NoteValues) => UseFormRegisterReturn
  errors: FieldErrors<NoteValues>
}

/** Why and until when numbers are blocked. All of it is optional. */
export function NoteFields({ register, errors }: NoteFieldsProps) {
  return (
    <div className={classes.fields}>
      <NativeSelect
        {...register('reason')}
        label="Reason (optional)"
        error={errors.reason?.message}
      >
        <option value="">None</option>
        {BlockReason.options.map(reason => (
          <option key={reason} value={reason}>
            {REASONS[reason]}
          </option>
        ))}
      </NativeSelect>
      <TextInput
        {...register('note')}
        label="Note (optional)"
        autoComplete="off"
        error={errors.note?.message}
      />
      <TextInput
        {...register('until')}
        type="date"
        label="Until (optional)"
        error={errors.until?.message}
      />
    </div>
  )
}

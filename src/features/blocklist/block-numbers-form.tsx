import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '../../api/api-error.ts'
import { FormShell } from '../../forms/form-shell.tsx'
import { listServerErrors, placeServerErrors, setFormError } from '../../forms/server-errors.ts'
import type { BlockAccount } from './block-account.ts'
import { draftOf, keepDraft } from './block-numbers-draft.ts'
import classes from './block-numbers-form.module.css'
import {
  type BlockNumbersSent,
  type BlockNumbersValues,
  blockNumbersSchema,
  placesOf,
} from './block-numbers-values.ts'
import { blocklistErrorWords, isOfEntity } from './blocklist-error-words.ts'
import { CONTEXT_WORDS } from './context-words.ts'
import { EntityFields } from './entity-fields.tsx'
import { PhoneEntries } from './phone-entries.tsx'
import { useBlockNumbers } from './use-block-numbers.ts'

type BlockNumbersFormProps = {
  /** Who types. */
  owner: string
  /** What the form begins with where no draft was kept. */
  start: BlockNumbersValues
  onCancel: () => void
  onBlocked: (account: BlockAccount) => void
}

/** POST /v1/blocklist/ as a form. What the service refuses stands beside the entry that it names. */
export function BlockNumbersForm(props: BlockNumbersFormProps) {
  const { owner, onCancel, onBlocked } = props
  const [start] = useState(props.start)
  const [draft] = useState(() => draftOf(owner))
  const [refused] = useState(() => new Map<string, string>())
  const form = useForm({
    resolver: zodResolver(blockNumbersSchema(refused)),
    defaultValues: draft ?? start,
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const { mutateAsync: block } = useBlockNumbers()

  useEffect(() => {
    // The drawer's focus trap looks for a first field only once, which may be before there is one.
    const isEntityGiven = form.getValues('entity.reference') !== ''
    form.setFocus(isEntityGiven ? 'blocked_phone_number_list.0.phone_number' : 'entity.name')
  }, [form])

  useEffect(
    () => () => {
      const typed = form.getValues()
      keepDraft(owner, JSON.stringify(typed) === JSON.stringify(start) ? null : typed)
    },
    [form, owner, start],
  )

  const onSubmit = async ({ request, entriesOf }: BlockNumbersSent) => {
    try {
      const account = await block(request)
      form.reset(start)
      onBlocked(account)
    } catch (error) {
      showFailure(error, request.entity_context_name, entriesOf)
    }
  }

  const showFailure = (
    error: unknown,
    context: BlockNumbersValues['entity_context_name'],
    entriesOf: number[][],
  ) => {
    const setError: typeof form.setError = (name, error) => {
      form.setError(name, error)
      if (isEntry(name) && error.message) refused.set(form.getValues(name), error.message)
    }
    if (error instanceof ApiError && error.validation !== null) {
      const errors = listServerErrors(error.validation)
      placeServerErrors(setError, errors, path => placesOf(path, entriesOf))
      if (errors.length > 0) return
    }
    if (isOfEntity(error)) {
      setError('entity.reference', {
        type: 'server',
        message: `The service knows no such ${CONTEXT_WORDS[context].one} of yours. It said: “${error.detail}”`,
      })
      return
    }
    const { title, message } = blocklistErrorWords(error)
    setFormError(setError, `${title}. ${message}`)
  }

  return (
    <FormShell
      form={form}
      onAttempt={() => refused.clear()}
      onSubmit={onSubmit}
      submitLabel="Block numbers"
      actions={
        <Button
          variant="default"
          onClick={() => {
            form.reset(start)
            onCancel()
          }}
        >
          Cancel
        </Button>
      }
    >
      {draft && <p className={classes.draft}>What you typed before is still here.</p>}
      <EntityFields form={form} />
      <PhoneEntries form={form} />
    </FormShell>
  )
}

type EntryField = `blocked_phone_number_list.${number}.phone_number`

function isEntry(name: string): name is EntryField {
  return /^blocked_phone_number_list\.\d+\.phone_number$/.test(name)
}

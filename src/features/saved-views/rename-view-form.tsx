import { zodResolver } from '@hookform/resolvers/zod'
import { Button, TextInput } from '@mantine/core'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { FormShell } from '../../forms/form-shell.tsx'
import * as uiMessages from '../../ui/messages.ts'
import type { SavedView } from './saved-view.ts'
import * as messages from './saved-views-panel-messages.ts'
import { viewName } from './view-name.ts'

type RenameViewFormProps = {
  view: SavedView
  others: SavedView[]
  /** Whether it was stored. */
  onRename: (name: string) => boolean
  onClose: () => void
}

/** Changes the name of a saved view, in its place in the list. */
export function RenameViewForm({ view, others, onRename, onClose }: RenameViewFormProps) {
  const form = useForm({
    resolver: zodResolver(z.object({ name: viewName(others) })),
    defaultValues: { name: view.name },
    shouldFocusError: false,
  })
  return (
    <FormShell
      form={form}
      submitLabel={messages.rename}
      onSubmit={({ name }) => {
        if (onRename(name)) onClose()
      }}
      actions={
        <Button variant="default" onClick={onClose}>
          {uiMessages.cancel}
        </Button>
      }
    >
      <TextInput
        {...form.register('name')}
        aria-label={messages.newNameOf(view.name)}
        size="sm"
        autoComplete="off"
        autoFocus
        error={form.formState.errors.name?.message}
        onFocus={focus => focus.currentTarget.select()}
        onKeyDown={key => {
          if (key.key !== 'Escape') return
          // Close only the form, not the popover around it.
          key.preventDefault()
          onClose()
        }}
      />
    </FormShell>
  )
}

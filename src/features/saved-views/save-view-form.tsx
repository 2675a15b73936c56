import { zodResolver } from '@hookform/resolvers/zod'
import { TextInput } from '@mantine/core'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { capitalise } from '../../format/text.ts'
import { useTimes } from '../../format/times.ts'
import { FormShell } from '../../forms/form-shell.tsx'
import { randomId } from '../../ui/random-id.ts'
import type { ListProps } from '../event/list/list-search.ts'
import { EVENT_TABLE } from '../failed-events/list/event-cells.tsx'
import { useTableLayout } from '../table-layout/use-table-layout.ts'
import classes from './save-view-form.module.css'
import { queryOf, type SavedView } from './saved-view.ts'
import * as messages from './saved-views-panel-messages.ts'
import { formatViewDays, relativeDays, type ViewDays } from './view-days.ts'
import { viewName } from './view-name.ts'

type SaveViewFormProps = Pick<ListProps, 'list' | 'search'> & {
  views: SavedView[]
  /** Whether it was stored. */
  onSave: (view: SavedView) => boolean
}

/** Saves the current page as a view with a name. */
export function SaveViewForm({ list, search, views, onSave }: SaveViewFormProps) {
  const { layout } = useTableLayout(EVENT_TABLE)
  const fixed: ViewDays = { kind: 'absolute', from: search.from, to: search.to }
  const moving = relativeDays(search, useTimes().today())
  const form = useForm({
    resolver: zodResolver(z.object({ name: viewName(views), isFixed: z.boolean() })),
    defaultValues: { name: '', isFixed: false },
    shouldFocusError: false,
  })
  const isFixed = form.watch('isFixed')
  return (
    <div className={classes.form}>
      <h2>{messages.saveThisView}</h2>
      <FormShell
        form={form}
        submitLabel={messages.saveView}
        onSubmit={values => {
          const days = values.isFixed ? fixed : (moving ?? fixed)
          const view = { id: randomId(), name: values.name, list, days, query: queryOf(search) }
          if (onSave({ ...view, layout })) form.reset()
        }}
      >
        <TextInput
          {...form.register('name')}
          label={messages.name}
          autoComplete="off"
          error={form.formState.errors.name?.message}
        />
        {moving ? (
          <fieldset className={classes.days}>
            <legend>{messages.days}</legend>
            <Days
              label={formatViewDays(moving)}
              isChosen={!isFixed}
              onChoose={() => form.setValue('isFixed', false)}
            />
            <Days
              label={messages.onlyDays(formatViewDays(fixed))}
              isChosen={isFixed}
              onChoose={() => form.setValue('isFixed', true)}
            />
          </fieldset>
        ) : (
          <p className={classes.fixed}>{messages.chosenDays(formatViewDays(fixed))}</p>
        )}
      </FormShell>
    </div>
  )
}

function Days(props: { label: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <label>
      <input type="radio" name="view-days" checked={props.isChosen} onChange={props.onChoose} />
      {capitalise(props.label)}
    </label>
  )
}

import { zodResolver } from '@hookform/resolvers/zod'
import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { capitalise } from '../../../contract/text/names.ts'
import { useTimes } from '../../format/times.ts'
import { FormShell } from '../../forms/form-shell.tsx'
import { RadioChoice } from '../../forms/radio-choice.tsx'
import { randomId } from '../../ui/random-id.ts'
import type { ListProps } from '../event/list/list-search.ts'
import { EVENT_TABLE } from '../failed-events/list/event-cells.tsx'
import { useTableLayout } from '../table-layout/use-table-layout.ts'
import formClasses from './save-view-form.module.css'
import {
  formatViewDays,
  queryOf,
  relativeDays,
  type SavedView,
  type ViewDays,
  viewName,
} from './saved-view.ts'
import { focusOnView, SavedViewList } from './saved-view-list.tsx'
import classes from './saved-views-panel.module.css'
import { useSavedViews } from './use-saved-views.ts'

/** The last change, and how to undo it. */
type ChangeNotice = { text: string; isDeletion?: boolean; undo?: () => boolean }

type SavedViewsPanelProps = Pick<ListProps, 'list' | 'search'> & { onGone: () => void }

export function SavedViewsPanel({ list, search, onGone }: SavedViewsPanelProps) {
  const { views, isIncomplete, problem, ...stored } = useSavedViews()
  const [notice, setNotice] = useState<ChangeNotice | null>(null)
  const start = useRef<HTMLParagraphElement>(null)
  // The panel stays mounted while it is closed, for a name that somebody has begun to type.
  useEffect(() => {
    const popover = start.current?.closest('[popover]')
    const clear = () => setNotice(last => (last?.isDeletion ? last : null))
    popover?.addEventListener('beforetoggle', clear)
    return () => popover?.removeEventListener('beforetoggle', clear)
  }, [])
  const remove = (view: SavedView) => {
    const position = views.indexOf(view)
    const text = `“${view.name}” was deleted.`
    const undo = () => stored.putBack(view, position)
    setNotice(stored.remove(view) ? { text, isDeletion: true, undo: restore(view, undo) } : null)
  }
  const update = (view: SavedView, updated: SavedView) => {
    const text = `“${view.name}” now shows the current days, filters and columns.`
    // Another tab may rename it, and it keeps the new name.
    const { name: _, ...before } = view
    const undo = () => stored.change(view.id, before)
    setNotice(stored.change(view.id, updated) ? { text, undo: restore(view, undo) } : null)
    focusOnView(view.id)
  }
  const restore = (view: SavedView, undo: () => boolean) => () => {
    const isRestored = undo()
    if (isRestored) focusOnView(view.id)
    return isRestored
  }
  return (
    <>
      <p ref={start} className={classes.kept}>
        Stored in this browser only.
      </p>
      {isIncomplete && (
        <p className={classes.none}>
          Redial can’t read {views.length > 0 && 'some of '}your saved views. Another version of
          Redial may have saved them.
        </p>
      )}
      {views.length === 0 && !isIncomplete && !notice?.isDeletion && (
        <p className={classes.none}>
          No views yet. Save the dates and filters that you often use, and open them with one click.
        </p>
      )}
      <SavedViewList
        views={views}
        current={{ list, search }}
        onOpen={onGone}
        onRename={(id, name) => {
          setNotice(null)
          return stored.change(id, { name })
        }}
        onUpdate={update}
        onDelete={remove}
      />
      <div role="status">
        {notice && (
          <p key={notice.text} className={classes.notice}>
            {notice.text}{' '}
            {notice.undo && (
              <Button
                size="xs"
                variant="default"
                autoFocus={notice.isDeletion}
                onClick={() => notice.undo?.() && setNotice(null)}
              >
                Undo
              </Button>
            )}
          </p>
        )}
      </div>
      {problem && (
        <p className={classes.problem} role="alert">
          Nothing was saved, because{' '}
          {problem === 'full'
            ? 'this browser has no storage left for Redial. Delete a view and try again.'
            : 'this browser does not let Redial store anything. Check whether it is in private mode or blocks site data.'}
        </p>
      )}
      <SaveViewForm
        list={list}
        search={search}
        views={views}
        onSave={view => {
          const isStored = stored.add(view)
          setNotice(isStored ? { text: `“${view.name}” was saved.` } : null)
          return isStored
        }}
      />
    </>
  )
}

type SaveViewFormProps = Pick<ListProps, 'list' | 'search'> & {
  views: SavedView[]
  /** Whether it was stored. */
  onSave: (view: SavedView) => boolean
}

function SaveViewForm({ list, search, views, onSave }: SaveViewFormProps) {
  const { layout } = useTableLayout(EVENT_TABLE)
  const fixed: ViewDays = { kind: 'absolute', from: search.from, to: search.to }
  const moving = relativeDays(search, useTimes().today())
  const form = useForm({
    resolver: zodResolver(z.object({ name: viewName(views), days: z.enum(['moving', 'fixed']) })),
    defaultValues: { name: '', days: 'moving' as const },
    shouldFocusError: false,
  })
  return (
    <div className={formClasses.form}>
      <h2>Save this view</h2>
      <FormShell
        form={form}
        submitLabel="Save view"
        onSubmit={values => {
          const days = values.days === 'fixed' ? fixed : (moving ?? fixed)
          const view = { id: randomId(), name: values.name, list, days, query: queryOf(search) }
          if (onSave({ ...view, layout })) form.reset()
        }}
      >
        <TextInput
          {...form.register('name')}
          label="Name"
          autoComplete="off"
          error={form.formState.errors.name?.message}
        />
        {moving ? (
          <RadioChoice
            legend="Days"
            name="view-days"
            options={[
              { value: 'moving', label: capitalise(formatViewDays(moving)) },
              { value: 'fixed', label: capitalise(`only ${formatViewDays(fixed)}`) },
            ]}
            chosen={form.watch('days')}
            onChoose={days => form.setValue('days', days)}
          />
        ) : (
          <p className={formClasses.fixed}>Days: {formatViewDays(fixed)}</p>
        )}
      </FormShell>
    </div>
  )
}

import { zodResolver } from '@hookform/resolvers/zod'
import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { capitalise } from '../../format/text.ts'
import { useTimes } from '../../format/times.ts'
import { FormShell } from '../../forms/form-shell.tsx'
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

/** The last change, and the view as it was before, which Undo restores. */
type ChangeNotice = {
  text: string
  before?: SavedView
  /** The position of a view that was deleted. */
  oldPosition?: number
}

export function SavedViewsPanel({
  list,
  search,
  onGone,
}: Pick<ListProps, 'list' | 'search'> & { onGone: () => void }) {
  const { views, isIncomplete, problem, ...change } = useSavedViews()
  const [notice, setNotice] = useState<ChangeNotice | null>(null)
  const isDeletion = notice?.oldPosition !== undefined
  const start = useRef<HTMLParagraphElement>(null)
  // The panel stays mounted while it is closed, for a name that somebody has begun to type.
  useEffect(() => {
    const popover = start.current?.closest('[popover]')
    const clear = () => setNotice(last => (last?.oldPosition === undefined ? null : last))
    popover?.addEventListener('beforetoggle', clear)
    return () => popover?.removeEventListener('beforetoggle', clear)
  }, [])
  const undo = ({ before, oldPosition }: ChangeNotice) => {
    if (before === undefined) return
    // Another tab may have renamed an updated view, which keeps its new name.
    const { name: _, ...shown } = before
    const isRestored =
      oldPosition === undefined
        ? change.change(before.id, shown)
        : change.putBack(before, oldPosition)
    if (!isRestored) return
    setNotice(null)
    focusOnView(before.id)
  }
  return (
    <>
      <p ref={start} className={classes.kept}>
        Stored in this browser only.
      </p>
      {isIncomplete && (
        <p className={classes.none}>
          {views.length === 0
            ? 'Redial can’t read your saved views. Another version of Redial may have saved them.'
            : 'Redial can’t read some of your saved views. Another version of Redial may have saved them.'}
        </p>
      )}
      {views.length === 0 && !isIncomplete && !isDeletion && (
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
          return change.change(id, { name })
        }}
        onUpdate={(before, view) => {
          const text = `“${view.name}” now shows the current days, filters and columns.`
          setNotice(change.change(view.id, view) ? { text, before } : null)
          focusOnView(view.id)
        }}
        onDelete={before => {
          const deletion = {
            text: `“${before.name}” was deleted.`,
            before,
            oldPosition: views.indexOf(before),
          }
          setNotice(change.remove(before) ? deletion : null)
        }}
      />
      <div role="status">
        {notice && (
          <p key={notice.text} className={classes.notice}>
            {notice.text}{' '}
            {notice.before && (
              <Button
                size="xs"
                variant="default"
                autoFocus={isDeletion}
                onClick={() => undo(notice)}
              >
                Undo
              </Button>
            )}
          </p>
        )}
      </div>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem === 'full'
            ? 'Nothing was saved, because this browser has no storage left for Redial. Delete a view and try again.'
            : 'Nothing was saved, because this browser does not let Redial store anything. Check whether it is in private mode or blocks site data.'}
        </p>
      )}
      <SaveViewForm
        list={list}
        search={search}
        views={views}
        onSave={view => {
          const isStored = change.add(view)
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
    <div className={formClasses.form}>
      <h2>Save this view</h2>
      <FormShell
        form={form}
        submitLabel="Save view"
        onSubmit={values => {
          const days = values.isFixed ? fixed : (moving ?? fixed)
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
          <fieldset className={formClasses.days}>
            <legend>Days</legend>
            <Days
              label={formatViewDays(moving)}
              isChosen={!isFixed}
              onChoose={() => form.setValue('isFixed', false)}
            />
            <Days
              label={`only ${formatViewDays(fixed)}`}
              isChosen={isFixed}
              onChoose={() => form.setValue('isFixed', true)}
            />
          </fieldset>
        ) : (
          <p className={formClasses.fixed}>Days: {formatViewDays(fixed)}</p>
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

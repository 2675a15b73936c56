import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { NewView, SavedView, ViewDays } from '../../../contract/saved-view.ts'
import { capitalise } from '../../../contract/text/names.ts'
import { useTimes } from '../../format/times.ts'
import { RadioChoice } from '../../forms/radio-choice.tsx'
import { LIST_LABELS } from '../event/list/list-labels.ts'
import { useList } from '../event/list/use-list.tsx'
import { EVENT_TABLE } from '../failed-events/list/event-columns.tsx'
import { useTableLayout } from '../table-layout/use-table-layout.ts'
import formClasses from './save-view-form.module.css'
import { formatViewDays, queryOf, relativeDays } from './saved-view.ts'
import { linkId, SavedViewList } from './saved-view-list.tsx'
import classes from './saved-views-panel.module.css'
import {
  changeView,
  deleteView,
  problemText,
  savedViewsQuery,
  saveView,
  setDefaultView,
  useViewChange,
} from './use-saved-views.ts'
import { ViewForm } from './view-form.tsx'

/** The last change, and how to undo it. */
type ChangeNotice = { text: string; isDeletion?: boolean; undo?: () => Promise<SavedView> }

export function SavedViewsPanel({ onGone }: { onGone: () => void }) {
  const { data, error } = useQuery(savedViewsQuery)
  const views = data ?? []
  const { mutateAsync: make } = useViewChange()
  const [notice, setNotice] = useState<ChangeNotice | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const [editedId, setEditedId] = useState<string | null>(null)
  const start = useRef<HTMLDivElement>(null)
  const [focusedId, focusOnView] = useState<string | null>(null)
  // A restored view is listed a moment after the change.
  useEffect(() => {
    const link = focusedId && document.getElementById(linkId(focusedId))
    if (!link) return
    link.focus()
    focusOnView(null)
  })
  // The panel stays mounted while it is closed, for a name that somebody has begun to type.
  useEffect(() => {
    const popover = start.current?.closest('[popover]')
    const clear = () => {
      setNotice(last => (last?.isDeletion ? last : null))
      setProblem(null)
    }
    popover?.addEventListener('beforetoggle', clear)
    return () => popover?.removeEventListener('beforetoggle', clear)
  }, [])
  /** Makes a change that has no form for its errors. */
  const attempt = async (change: () => Promise<unknown>, done: ChangeNotice | null) => {
    setProblem(null)
    try {
      await make(change)
      setNotice(done)
      return true
    } catch (error) {
      setNotice(null)
      setProblem(error)
      return false
    }
  }
  const remove = (view: SavedView) => {
    const text = `“${view.name}” was deleted${view.is_shared ? ' for everybody' : ''}.`
    const undo = () => saveView(contentOf(view))
    void attempt(() => deleteView(view), { text, isDeletion: true, undo })
  }
  const update = async (view: SavedView, updated: SavedView) => {
    const text = `“${view.name}” now shows the current days, filters and columns.`
    const undo = () => changeView({ ...view, version: view.version + 1 })
    if (await attempt(() => changeView(updated), { text, undo })) focusOnView(view.id)
  }
  const choose = ({ id, list: ofView, name, is_default }: SavedView) => {
    const { title } = LIST_LABELS[ofView]
    const text = is_default ? `${title} opens with today.` : `${title} opens with “${name}”.`
    void attempt(() => setDefaultView(ofView, is_default ? null : id), { text })
  }
  const lists = [
    { title: 'Only for me', own: views.filter(view => !view.is_shared) },
    { title: 'For everybody on this account', own: views.filter(view => view.is_shared) },
  ]
  const shown = problem ?? (data === undefined ? error : null)
  return (
    <div ref={start}>
      {data?.length === 0 && !notice?.isDeletion && (
        <p className={classes.none}>
          No views yet. Save the dates and filters that you often use, and open them with one click.
        </p>
      )}
      {lists.map(({ title, own }) => (
        <SavedViewList
          key={title}
          title={title}
          views={own}
          editedId={editedId}
          onEditing={id => {
            if (id === null) focusOnView(editedId)
            setEditedId(id)
          }}
          onOpen={onGone}
          onEdit={async (view, values) => {
            setNotice(null)
            setProblem(null)
            await make(() => changeView({ ...view, ...values }))
          }}
          onUpdate={(view, updated) => void update(view, updated)}
          onDefault={choose}
          onDelete={remove}
        />
      ))}
      <div role="status">
        {notice && (
          <p key={notice.text} className={classes.notice}>
            {notice.text}{' '}
            {notice.undo && (
              <UndoButton
                notice={notice}
                onUndo={async undo => {
                  let id = ''
                  const isUndone = await attempt(async () => {
                    ;({ id } = await undo())
                  }, null)
                  if (isUndone) focusOnView(id)
                }}
              />
            )}
          </p>
        )}
      </div>
      {shown !== null && (
        <p className={classes.problem} role="alert">
          {problemText(shown)}
        </p>
      )}
      <SaveViewForm
        onSave={async view => {
          await make(() => saveView(view))
          setProblem(null)
          setNotice({ text: `“${view.name}” was saved.` })
        }}
      />
    </div>
  )
}

/** What restores a view after it was deleted. */
function contentOf(view: SavedView): NewView {
  const { version: _, is_default: __, who: ___, changed_at: ____, ...content } = view
  return content
}

type UndoButtonProps = {
  notice: ChangeNotice
  onUndo: (undo: () => Promise<SavedView>) => Promise<void>
}

function UndoButton({ notice: { undo, isDeletion }, onUndo }: UndoButtonProps) {
  return (
    <Button
      size="xs"
      variant="default"
      autoFocus={isDeletion}
      onClick={() => undo && void onUndo(undo)}
    >
      Undo
    </Button>
  )
}

type SaveViewFormProps = {
  /** Rejects if the view could not be saved. */
  onSave: (view: NewView) => Promise<void>
}

function SaveViewForm({ onSave }: SaveViewFormProps) {
  const { list, search } = useList()
  const { layout } = useTableLayout(EVENT_TABLE)
  const fixed: ViewDays = { kind: 'absolute', from: search.from, to: search.to }
  const moving = relativeDays(search, useTimes().today())
  const [isFixed, setFixed] = useState(false)
  const days = isFixed ? fixed : (moving ?? fixed)
  return (
    <div className={formClasses.form}>
      <h2>Save this view</h2>
      <ViewForm
        id="new"
        values={{ name: '', is_shared: false }}
        submitLabel="Save view"
        onSubmit={async values => {
          await onSave({ ...values, list, days, query: queryOf(search), layout })
          setFixed(false)
        }}
      >
        {form => (
          <>
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
                chosen={isFixed ? 'fixed' : 'moving'}
                onChoose={chosen => setFixed(chosen === 'fixed')}
              />
            ) : (
              <p className={formClasses.fixed}>Days: {formatViewDays(fixed)}</p>
            )}
          </>
        )}
      </ViewForm>
    </div>
  )
}

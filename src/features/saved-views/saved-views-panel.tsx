import { zodResolver } from '@hookform/resolvers/zod'
import { Button, TextInput, type TextInputProps } from '@mantine/core'
import {
  IconDeviceFloppy,
  IconPencil,
  IconStar,
  IconStarFilled,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { type SavedView, ViewContent, type ViewDays } from '../../../contract/saved-view.ts'
import { capitalise } from '../../../contract/text/names.ts'
import { errorText } from '../../api/error-messages.ts'
import { useTimes } from '../../format/times.ts'
import { FormShell } from '../../forms/form-shell.tsx'
import { RadioChoice } from '../../forms/radio-choice.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { LIST_LABELS } from '../event/list/list-labels.ts'
import { useList } from '../event/list/use-list.tsx'
import { EVENT_TABLE } from '../failed-events/list/event-columns.tsx'
import { useTableLayout } from '../table-layout/use-table-layout.ts'
import {
  formatViewDays,
  formatViewTimes,
  layoutOf,
  queryOf,
  rangeAt,
  relativeDays,
  searchOf,
  updateView,
} from './saved-view.ts'
import classes from './saved-views-panel.module.css'
import {
  changeView,
  deleteView,
  savedViewsQuery,
  saveView,
  setDefaultView,
  useViewChange,
} from './use-saved-views.ts'

export default function SavedViewsPanel({ onGone }: { onGone: () => void }) {
  const { data, error } = useQuery(savedViewsQuery)
  const change = useViewChange()
  const { id = null, text, undo, isDeletion } = (change.isSuccess && change.variables) || {}
  const failure = change.variables?.isInForm ? null : change.error
  const problem = failure ?? (data === undefined ? error : null)
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
  const onToggle = useEffectEvent(() => {
    if (!change.isPending && !isDeletion) change.reset()
  })
  useEffect(() => {
    const popover = start.current?.closest('[popover]')
    const clear = () => onToggle()
    popover?.addEventListener('beforetoggle', clear)
    return () => popover?.removeEventListener('beforetoggle', clear)
  }, [])
  const sections = [
    { title: 'Only for me', views: data?.filter(view => !view.is_shared) },
    { title: 'For everybody on this account', views: data?.filter(view => view.is_shared) },
  ]
  return (
    <div ref={start}>
      {data?.length === 0 && !isDeletion && (
        <p className={classes.none}>
          No views yet. Save the dates and filters that you often use, and open them with one click.
        </p>
      )}
      {sections.map(
        ({ title, views = [] }) =>
          views.length > 0 && (
            <Fragment key={title}>
              <h2 className={classes.title}>{title}</h2>
              <ul className={classes.list}>
                {views.map(view => (
                  <li key={view.id} className={classes.view}>
                    {view.id === editedId ? (
                      <EditViewForm
                        view={view}
                        change={change}
                        onClose={() => {
                          focusOnView(view.id)
                          setEditedId(null)
                        }}
                      />
                    ) : (
                      <ViewRow
                        view={view}
                        change={change}
                        onOpen={onGone}
                        onEdit={() => setEditedId(view.id)}
                        onUpdated={() => focusOnView(view.id)}
                      />
                    )}
                  </li>
                ))}
              </ul>
            </Fragment>
          ),
      )}
      <div role="status">
        {text && (
          <p key={text} className={classes.notice}>
            {text}{' '}
            {undo && (
              <Button
                size="xs"
                autoFocus={isDeletion}
                onClick={() => change.mutate({ make: undo }, { onSuccess: () => focusOnView(id) })}
              >
                Undo
              </Button>
            )}
          </p>
        )}
      </div>
      {problem !== null && (
        <p className={classes.problem} role="alert">
          {errorText(problem)}
        </p>
      )}
      <SaveViewForm change={change} />
    </div>
  )
}

type Change = ReturnType<typeof useViewChange>

type ViewRowProps = {
  view: SavedView
  change: Change
  onOpen: () => void
  onEdit: () => void
  onUpdated: () => void
}

function ViewRow({ view, change, onOpen, onEdit, onUpdated }: ViewRowProps) {
  const current = useList()
  const today = useTimes().today()
  const { layout, onLayout } = useTableLayout(EVENT_TABLE)
  const { id, name, list, days, is_shared, is_default, who } = view
  // What restores it after it was deleted.
  const { version: _, is_default: __, who: ___, changed_at: ____, ...content } = view
  const { title, path } = LIST_LABELS[list]
  const { from, to } = rangeAt(days, today)
  const isOpen =
    list === current.list &&
    from === current.search.from &&
    to === current.search.to &&
    view.query === queryOf(current.search)
  return (
    <>
      <Link
        id={linkId(id)}
        to={path}
        search={searchOf(view, today)}
        className={classes.link}
        preload={false}
        // Otherwise a view is also current if a search or a filter was added.
        activeOptions={{ exact: true }}
        aria-current={isOpen || undefined}
        onClick={() => {
          onLayout(layout => layoutOf(view) ?? layout)
          onOpen()
        }}
      >
        <span className={classes.name}>{name}</span>
        <span className={classes.what}>
          {title}, {formatViewDays(days)}
          {formatViewTimes(searchOf(view, today))}
          {is_shared && who !== null && (
            <>
              {' · '}
              <span translate="no">{who}</span>
            </>
          )}
        </span>
      </Link>
      <IconButton
        label={
          is_default ? `Stop opening ${title} with ${name}` : `Always open ${title} with ${name}`
        }
        icon={is_default ? IconStarFilled : IconStar}
        onClick={() =>
          change.mutate({
            make: () => setDefaultView(list, is_default ? null : id),
            text: `${title} opens with ${is_default ? 'today' : `“${name}”`}.`,
          })
        }
      />
      {list === current.list && !isOpen && (
        <IconButton
          label={`Update ${name} to the current days, filters and columns`}
          icon={IconDeviceFloppy}
          onClick={() =>
            change.mutate(
              {
                make: () => changeView({ ...updateView(view, current.search, today), layout }),
                text: `“${name}” now shows the current days, filters and columns.`,
                undo: () => changeView({ ...view, version: view.version + 1 }),
                id,
              },
              { onSuccess: onUpdated },
            )
          }
        />
      )}
      <IconButton label={`Edit ${name}`} icon={IconPencil} onClick={onEdit} />
      <IconButton
        label={`Delete ${name}`}
        icon={IconTrash}
        onClick={() =>
          change.mutate({
            make: () => deleteView(view),
            text: `“${name}” was deleted${is_shared ? ' for everybody' : ''}.`,
            isDeletion: true,
            undo: () => saveView(content),
            id,
          })
        }
      />
    </>
  )
}

/** The id of the element that opens a view. */
function linkId(id: string): string {
  return `view-${id}`
}

type EditViewFormProps = { view: SavedView; change: Change; onClose: () => void }

function EditViewForm({ view, change, onClose }: EditViewFormProps) {
  const { name, is_shared } = view
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes only the form, wherever its focus is.
    <div
      className={classes.edit}
      onKeyDown={key => {
        if (key.key !== 'Escape') return
        // Close only the form, not the popover around it.
        key.preventDefault()
        onClose()
      }}
    >
      <ViewForm
        values={{ name, is_shared }}
        submitLabel="Save changes"
        onSubmit={async values => {
          await change.mutateAsync({
            make: () => changeView({ ...view, ...values }),
            isInForm: true,
          })
          onClose()
        }}
        onCancel={onClose}
        nameField={{
          'aria-label': `New name of ${name}`,
          size: 'sm',
          autoFocus: true,
          onFocus: focus => focus.currentTarget.select(),
        }}
      />
    </div>
  )
}

function SaveViewForm({ change }: { change: Change }) {
  const { list, search } = useList()
  const { layout } = useTableLayout(EVENT_TABLE)
  const fixed: ViewDays = { kind: 'absolute', from: search.from, to: search.to }
  const moving = relativeDays(search, useTimes().today())
  const [isFixed, setFixed] = useState(false)
  const days = isFixed ? fixed : (moving ?? fixed)
  const times = formatViewTimes(search)
  return (
    <div className={classes.form}>
      <h2>Save this view</h2>
      <ViewForm
        values={{ name: '', is_shared: false }}
        submitLabel="Save view"
        onSubmit={async values => {
          const view = { ...values, list, days, query: queryOf(search), layout }
          const text = `“${values.name}” was saved.`
          await change.mutateAsync({ make: () => saveView(view), text, isInForm: true })
          setFixed(false)
        }}
        nameField={{ label: 'Name' }}
      >
        {moving ? (
          <RadioChoice
            legend="Days"
            options={[
              { value: 'moving', label: capitalise(formatViewDays(moving)) + times },
              { value: 'fixed', label: capitalise(`only ${formatViewDays(fixed)}`) + times },
            ]}
            chosen={isFixed ? 'fixed' : 'moving'}
            onChoose={chosen => setFixed(chosen === 'fixed')}
          />
        ) : (
          <p className={classes.fixed}>
            Days: {formatViewDays(fixed)}
            {times}
          </p>
        )}
      </ViewForm>
    </div>
  )
}

const ViewValues = z.pick(ViewContent, { name: true, is_shared: true })
type ViewValues = z.infer<typeof ViewValues>

type ViewFormProps = {
  values: ViewValues
  nameField: TextInputProps
  submitLabel: string
  onCancel?: () => void
  onSubmit: (values: ViewValues) => Promise<unknown>
  children?: ReactNode
}

/** The name of a view, and who sees it. */
function ViewForm(props: ViewFormProps) {
  const { values, nameField, submitLabel, onCancel, onSubmit, children } = props
  const form = useForm({
    resolver: zodResolver(ViewValues),
    defaultValues: values,
    shouldFocusError: false,
  })
  return (
    <FormShell
      form={form}
      submitLabel={submitLabel}
      onCancel={onCancel}
      onSubmit={async entered => {
        await onSubmit(entered)
        form.reset(values)
      }}
    >
      <TextInput
        {...form.register('name')}
        autoComplete="off"
        error={form.formState.errors.name?.message}
        {...nameField}
      />
      {children}
      <RadioChoice
        legend="For"
        options={[
          { value: 'me', label: 'Only me' },
          { value: 'all', label: 'Everybody on this account' },
        ]}
        chosen={form.watch('is_shared') ? 'all' : 'me'}
        onChoose={whom => form.setValue('is_shared', whom === 'all')}
      />
    </FormShell>
  )
}

import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTimes } from '../../format/times.ts'
import { randomId } from '../../ui/random-id.ts'
import type { ListProps } from '../event/list/list-search.ts'
import { EVENT_TABLE } from '../failed-events/list/event-columns.tsx'
import { useTableLayout } from '../table-layout/use-table-layout.ts'
import classes from './save-view-form.module.css'
import { queryOf, type SavedView } from './saved-view.ts'
import { daysWords, relativeDays, type ViewDays } from './view-days.ts'
import { cleanName, nameProblem } from './view-name.ts'

type SaveViewFormProps = Pick<ListProps, 'list' | 'search'> & {
  views: SavedView[]
  /** Whether it was kept. */
  onSave: (view: SavedView) => boolean
}

/** Gives what is looked at a name. */
export function SaveViewForm({ list, search, views, onSave }: SaveViewFormProps) {
  const { layout } = useTableLayout(EVENT_TABLE)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isFixed, setIsFixed] = useState(false)
  const fixed: ViewDays = { kind: 'absolute', from: search.from, to: search.to }
  const moving = relativeDays(search, useTimes().today())

  const save = (submit: FormEvent) => {
    submit.preventDefault()
    const name = cleanName(typed)
    const wrong = nameProblem(name, views)
    setProblem(wrong)
    if (wrong !== null) return
    const days = isFixed ? fixed : (moving ?? fixed)
    const view = { id: randomId(), name, list, days, query: queryOf(search), layout }
    if (onSave(view)) setTyped('')
  }

  return (
    <form className={classes.form} onSubmit={save} noValidate>
      <h2>Save what you see now</h2>
      <TextInput
        label="Name"
        autoComplete="off"
        value={typed}
        error={problem}
        onChange={change => {
          setTyped(change.currentTarget.value)
          setProblem(null)
        }}
      />
      {moving ? (
        <fieldset className={classes.days}>
          <legend>Days</legend>
          <Days label={daysWords(moving)} isChosen={!isFixed} onChoose={() => setIsFixed(false)} />
          <Days
            label={`only ${daysWords(fixed)}`}
            isChosen={isFixed}
            onChoose={() => setIsFixed(true)}
          />
        </fieldset>
      ) : (
        <p className={classes.fixed}>Days: {daysWords(fixed)}</p>
      )}
      <Button type="submit" size="sm">
        Save view
      </Button>
    </form>
  )
}

function Days(props: { label: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <label>
      <input type="radio" name="view-days" checked={props.isChosen} onChange={props.onChoose} />
      {props.label.charAt(0).toUpperCase() + props.label.slice(1)}
    </label>
  )
}

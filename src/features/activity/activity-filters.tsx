import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { ActivityKind } from '../../../contract/activity.ts'
import { useTimes } from '../../format/times.ts'
import { rangeOf } from '../event/list/list-search.ts'
import { CalendarButton } from '../failed-events/date-range/calendar-button.tsx'
import { DayInput } from '../failed-events/date-range/day-input.tsx'
import { useLatestRange } from '../failed-events/date-range/use-latest-range.ts'
import classes from './activity-filters.module.css'
import { ACTOR_LABELS, KIND_LABELS } from './activity-messages.ts'
import { activityPeopleQuery, filterOf } from './activity-query.ts'
import type { ActivityProps } from './activity-search.ts'
import * as messages from './messages.ts'

/** Filters the log by person, kind and dates; the URL owns the filters. */
export function ActivityFilters({ search, onSearch }: ActivityProps) {
  const people = useQuery(activityPeopleQuery)
  const { who, by, kind, from, to } = filterOf(search)
  const isFiltered = [who, by, kind, from, to].some(value => value !== undefined)
  const narrow = (change: Partial<typeof search>) => onSearch({ ...search, ...change, page: 1 })
  const changeDays = useLatestRange<Pick<typeof search, 'from' | 'to'>>({ from, to }, narrow)
  const today = useTimes().today()
  const names = people.data?.names ?? []
  return (
    <search className={classes.bar}>
      <Choice
        label={messages.personFilter}
        chosen={by === undefined ? who && `who ${who}` : `by ${by}`}
        onChoose={chosen => {
          const [, field, value] = /^(who|by) (.*)$/s.exec(chosen) ?? []
          narrow({ who: undefined, by: undefined, ...(field && { [field]: value }) })
        }}
      >
        <option value="">{messages.everybody}</option>
        {who !== undefined && !names.includes(who) && (
          <option value={`who ${who}`} translate="no">
            {who}
          </option>
        )}
        {names.map(name => (
          <option key={name} value={`who ${name}`} translate="no">
            {name}
          </option>
        ))}
        <option value="by script">{ACTOR_LABELS.script}</option>
        <option value="by command_line">{ACTOR_LABELS.command_line}</option>
      </Choice>
      <Choice
        label={messages.kindFilter}
        chosen={kind}
        onChoose={chosen => narrow({ kind: chosen || undefined })}
      >
        <option value="">{messages.everything}</option>
        {ActivityKind.options.map(option => (
          <option key={option} value={option}>
            {KIND_LABELS[option]}
          </option>
        ))}
      </Choice>
      <div className={classes.days}>
        <DayInput
          label={messages.fromFilter}
          className={classes.field}
          placeholder={messages.anyDay}
          day={from}
          error={from && to && from > to ? messages.fromIsAfterTo : undefined}
          onDay={day => changeDays({ from: day })}
          onClear={() => changeDays({ from: undefined })}
        />
        <DayInput
          label={messages.toFilter}
          className={classes.field}
          placeholder={messages.anyDay}
          day={to}
          onDay={day => changeDays({ to: day })}
          onClear={() => changeDays({ to: undefined })}
        />
        <CalendarButton range={rangeOf({ from, to }, today)} onChange={narrow} />
      </div>
      <button
        type="button"
        className={classes.clear}
        hidden={!isFiltered}
        onClick={() => onSearch({ page: 1, size: search.size })}
      >
        <IconX size={14} aria-hidden />
        {messages.clearFilters}
      </button>
    </search>
  )
}

type ChoiceProps = {
  label: string
  chosen: string | undefined
  onChoose: (value: string) => void
  children: ReactNode
}

function Choice({ label, chosen, onChoose, children }: ChoiceProps) {
  const id = useId()
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        data-chosen={chosen !== undefined || undefined}
        value={chosen ?? ''}
        onChange={change => onChoose(change.currentTarget.value)}
      >
        {children}
      </select>
    </div>
  )
}

import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ActivityKind } from '../../../contract/activity.ts'
import { useTimes } from '../../format/times.ts'
import { FilterPill } from '../../ui/filter/filter-pill.tsx'
import { type Choice, SearchedChoices } from '../../ui/filter/searched-choices.tsx'
import { SearchField, useSearchText } from '../../ui/search-field.tsx'
import { rangeOf } from '../event/list/list-search.ts'
import { CalendarButton } from '../failed-events/date-range/date-range-bar.tsx'
import { DayInput } from '../failed-events/date-range/day-input.tsx'
import { peopleQuery } from '../session/people-query.ts'
import classes from './activity-filters.module.css'
import { ACTOR_LABELS, kindLabel } from './activity-messages.ts'
import { filterOf } from './activity-query.ts'
import type { ActivitySearch } from './activity-search.ts'

const route = getRouteApi('/_signed-in/activity')

export function ActivityFilters() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const people = useQuery(peopleQuery)
  const { who, by, kind, from, to } = filterOf(search)
  const isFiltered = [search.number, who, by, kind, from, to].some(value => value !== undefined)
  const narrow = (change: Partial<ActivitySearch>) =>
    void navigate({ search: newest => ({ ...newest, ...change, page: 1 }), resetScroll: false })
  const [number, setNumber] = useSearchText(search.number ?? '', text => narrow({ number: text }))
  const today = useTimes().today()
  return (
    <search className={classes.bar} aria-label="Filters">
      <SearchField
        label="Blocked or unblocked number"
        placeholder="Phone number"
        text={number}
        onTextChange={setNumber}
      />
      <FilterPill
        label="Person"
        chosen={by === undefined ? who : by === 'session' ? 'People' : ACTOR_LABELS[by]}
        onRemove={() => narrow({ who: undefined, by: undefined })}
      >
        {close => (
          <SearchedChoices
            label="Person"
            choices={personChoices(who, people.data?.names ?? [])}
            chosen={by === undefined ? who && `who ${who}` : `by ${by}`}
            onChoose={chosen => {
              close()
              const [, field, value] = /^(who|by) (.*)$/s.exec(chosen) ?? []
              narrow({ who: undefined, by: undefined, ...(field && { [field]: value }) })
            }}
          />
        )}
      </FilterPill>
      <FilterPill
        label="Action"
        chosen={kind && kindLabel(kind)}
        onRemove={() => narrow({ kind: undefined })}
      >
        {close => (
          <SearchedChoices
            label="Action"
            choices={KIND_CHOICES}
            chosen={kind}
            onChoose={chosen => {
              close()
              narrow({ kind: chosen })
            }}
          />
        )}
      </FilterPill>
      <div className={classes.days}>
        <DayInput
          label="From"
          className={classes.field}
          placeholder="Any day"
          day={from}
          error={from && to && from > to ? 'From must be on or before To.' : undefined}
          onDay={day => narrow({ from: day })}
          onRange={narrow}
          onClear={() => narrow({ from: undefined })}
        />
        <DayInput
          label="To"
          className={classes.field}
          placeholder="Any day"
          day={to}
          onDay={day => narrow({ to: day })}
          onRange={narrow}
          onClear={() => narrow({ to: undefined })}
        />
        <CalendarButton range={rangeOf({ from, to }, today)} onChange={narrow} />
      </div>
      <button
        type="button"
        className={classes.clear}
        hidden={!isFiltered}
        onClick={() => navigate({ search: { page: 1, size: search.size }, resetScroll: false })}
      >
        <IconX size={14} aria-hidden />
        Clear
      </button>
    </search>
  )
}

const KIND_CHOICES = ActivityKind.options.map(value => ({ value, name: kindLabel(value) }))

function personChoices(chosen: string | undefined, names: string[]): Choice[] {
  const all = chosen === undefined || names.includes(chosen) ? names : [chosen, ...names]
  return [
    ...all.map(name => ({ value: `who ${name}`, name, isName: true })),
    { value: 'by script', name: ACTOR_LABELS.script },
    { value: 'by command_line', name: ACTOR_LABELS.command_line },
  ]
}

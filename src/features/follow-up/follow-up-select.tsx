import { useId } from 'react'
import { FOLLOW_UP_STATES, FollowUpFilter } from '../../../contract/follow-up.ts'
import { Notice } from '../../ui/notice.tsx'
import classes from './follow-up-select.module.css'

const LABELS: Record<FollowUpFilter, string> = {
  untaken: 'Nobody has taken',
  mine: 'Mine',
  waiting: FOLLOW_UP_STATES.waiting,
  done: FOLLOW_UP_STATES.done,
}

type FollowUpSelectProps = {
  chosen: FollowUpFilter | undefined
  onChoose: (filter: FollowUpFilter | undefined) => void
}

/** Filters receivers or companies by who deals with them. */
export function FollowUpSelect({ chosen, onChoose }: FollowUpSelectProps) {
  const id = useId()
  return (
    <div className={classes.filter}>
      <label htmlFor={id}>Follow-up</label>
      <select
        id={id}
        value={chosen ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChoose(FollowUpFilter.options.find(filter => filter === value))
        }
      >
        <option value="">Any</option>
        {FollowUpFilter.options.map(filter => (
          <option key={filter} value={filter}>
            {LABELS[filter]}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Says that a link has another filter than those above. */
export function UnknownFollowUp() {
  return (
    <Notice tone="wait">
      Redial doesn’t know the follow-up in this link, so it doesn’t filter anything.
    </Notice>
  )
}

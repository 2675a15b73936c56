import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shownReceiver } from '../../../contract/text/shown-text.ts'
import { addDays } from '../../../contract/time/calendar-date.ts'
import { formatDay } from '../../../contract/time/day-text.ts'
import { errorText } from '../../api/error-messages.ts'
import { useTimes } from '../../format/times.ts'
import { changeSettings, noticesQuery, useNoticeChange } from './notices-query.ts'
import classes from './snooze.module.css'

const USUAL_DAYS = 7

/** Lets a person choose until when they get no messages about a receiver. */
export function Snooze({ receiver }: { receiver: string }) {
  const { data } = useQuery(noticesQuery)
  const { mutate, isPending, error } = useNoticeChange(changeSettings)
  const today = useTimes().today()
  const [until, setUntil] = useState(() => addDays(today, USUAL_DAYS))
  const snoozed = data?.snoozed.find(one => one.receiver === receiver)
  if (snoozed === undefined && data?.watch.state !== 'on') return null
  const name = shownReceiver(receiver)
  const problem = error && <p role="alert">{errorText(error)}</p>
  if (snoozed !== undefined) {
    return (
      <div className={classes.row}>
        <span>Snoozed: no messages until {formatDay(snoozed.until)}</span>
        <Button
          size="xs"
          aria-label={`Wake ${name}`}
          loading={isPending}
          onClick={() => mutate({ snooze: { receiver, until: null } })}
        >
          Wake
        </Button>
        {problem}
      </div>
    )
  }
  return (
    <details className={classes.snooze}>
      <summary aria-label={`Snooze this receiver: ${name}`}>Snooze this receiver</summary>
      <form
        className={classes.row}
        onSubmit={event => {
          event.preventDefault()
          mutate({ snooze: { receiver, until } })
        }}
      >
        <TextInput
          label="No messages until"
          type="date"
          required
          min={addDays(today, 1)}
          value={until}
          onChange={({ currentTarget: { value } }) => setUntil(value)}
        />
        <Button type="submit" loading={isPending}>
          Snooze
        </Button>
        {problem}
      </form>
    </details>
  )
}

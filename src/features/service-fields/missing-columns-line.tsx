import { Link } from '@tanstack/react-router'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import classes from './missing-columns-line.module.css'

type MissingColumnsLineProps = { list: FailedEventList; missing: ReadonlySet<string> }

const NAMES: Record<string, string> = {
  failed_at: 'when an event failed',
  cause: 'why it failed',
  receiver: 'the receiver',
  attempts: 'the number of attempts',
}

const AND = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Says which columns are hidden because no field of the service can fill them. */
export default function MissingColumnsLine({ list, missing }: MissingColumnsLineProps) {
  const caller = list === 'call_events_fail' ? 'the caller' : 'the tracking number'
  const names = [...missing].flatMap(id => (id === 'caller' ? caller : (NAMES[id] ?? [])))
  // Columns that are hidden by default are not mentioned.
  if (names.length === 0 || (names.length === 1 && missing.has('attempts'))) return null
  return (
    <p className={classes.line}>
      Redial recognises no field that says {AND.format(names)}, so those columns are hidden.{' '}
      {missing.has('receiver') &&
        'Redial can’t replay these events, because they name neither a receiver nor a tracking number. '}
      <Link
        to="/settings"
        search={{ fields: list === 'call_events_fail' ? 'calls' : 'ai' }}
        hash="fields-of-the-service"
      >
        Fields of the service
      </Link>
    </p>
  )
}

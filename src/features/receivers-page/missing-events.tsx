import { useTimes } from '../../format/times.ts'
import type { StateFilter } from '../event/list/list-search.ts'
import { WorstReceiverLinks } from '../overview/cards/worst-receiver-links.tsx'
import type { WorstReceiver } from '../overview/cards/worst-receivers.ts'
import * as messages from './messages.ts'
import missingClasses from './missing-events.module.css'

type MissingEventsProps = {
  missing: WorstReceiver
  state: StateFilter | undefined
}

/** The events of today that a receiver still lacks: links to them, and why most of them failed. */
export function MissingEvents({ missing, state }: MissingEventsProps) {
  const times = useTimes()
  const today = times.today()
  const {
    receiver,
    byList,
    last,
    causes: [main, ...others],
  } = missing
  const lastAt = last === null ? null : times.brief(new Date(last).toISOString())
  return (
    <>
      <div className={missingClasses.counts}>
        <WorstReceiverLinks receiver={receiver} byList={byList} today={today} state={state} />
      </div>
      <div className={missingClasses.why}>
        {main && messages.mainCause(main.text, others.length > 0 ? main.count : null)}
        {lastAt && messages.latestMissing(lastAt)}
      </div>
    </>
  )
}

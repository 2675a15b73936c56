import { Link } from '@tanstack/react-router'
import type { FollowUpFilter } from '../../../../contract/follow-up.ts'
import type { Receiver } from '../../../../contract/receiver.ts'
import { formatCount, formatNumber } from '../../../../contract/text/count.ts'
import { shownReceiver } from '../../../../contract/text/shown-text.ts'
import type { DateRange } from '../../event/list/list-search.ts'
import { FollowUpActions } from '../../follow-up/follow-up-actions.tsx'
import { FollowUpLine } from '../../follow-up/follow-up-line.tsx'
import { ReceiverName } from '../../receivers/receiver-name.tsx'
import classes from './to-do-card.module.css'

type DeliveredReceiversProps = {
  receivers: Receiver[]
  range: DateRange
  filter: FollowUpFilter | undefined
  /** How many receivers with this follow-up still miss events. */
  others: number
}

/** Receivers with a follow-up that miss nothing any more. */
export function DeliveredReceivers({ receivers, range, filter, others }: DeliveredReceiversProps) {
  if (receivers.length === 0) return null
  const all = formatCount(receivers.length + others, 'receiver', 'receivers')
  const share = filter === 'mine' && ` at ${formatNumber(receivers.length)} of your ${all}`
  return (
    <>
      <h3 className={classes.heading}>Nothing is missing any more{share}</h3>
      <ol className={classes.jobs}>
        {receivers.map(({ receiver, companies }) => {
          const followUp = {
            about: { kind: 'receiver', value: receiver } as const,
            related: companies.map(name => ({ kind: 'company' as const, value: name })),
          }
          return (
            <li key={receiver} className={classes.job}>
              <div className={classes.who}>
                <ReceiverName companies={companies} further={0} range={range}>
                  <Link to="/receivers" search={{ receiver }} preload={false} translate="no">
                    {shownReceiver(receiver)}
                  </Link>
                </ReceiverName>
              </div>
              <div className={classes.what}>
                <FollowUpLine {...followUp} />
              </div>
              <div className={classes.actions}>
                <FollowUpActions {...followUp} />
              </div>
            </li>
          )
        })}
      </ol>
    </>
  )
}

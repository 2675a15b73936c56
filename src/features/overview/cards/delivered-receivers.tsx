import { Link } from '@tanstack/react-router'
import type { FollowUpFilter } from '../../../../contract/follow-up.ts'
import { formatCount, formatNumber } from '../../../../contract/text/count.ts'
import { FollowUpActions } from '../../follow-up/follow-up-actions.tsx'
import { FollowUpLine } from '../../follow-up/follow-up-line.tsx'
import classes from './to-do-card.module.css'

type DeliveredReceiversProps = {
  receivers: string[]
  filter: FollowUpFilter | undefined
  /** How many receivers with this follow-up still miss events. */
  others: number
}

/** Receivers with a follow-up that miss nothing any more. */
export function DeliveredReceivers({ receivers, filter, others }: DeliveredReceiversProps) {
  if (receivers.length === 0) return null
  const all = formatCount(receivers.length + others, 'receiver', 'receivers')
  const share = filter === 'mine' && ` at ${formatNumber(receivers.length)} of your ${all}`
  return (
    <>
      <h3 className={classes.heading}>Nothing is missing any more{share}</h3>
      <ol className={classes.jobs}>
        {receivers.map(receiver => {
          const about = { kind: 'receiver', value: receiver } as const
          return (
            <li key={receiver} className={classes.job}>
              <div className={classes.who}>
                <Link to="/receivers" search={{ receiver }} preload={false} translate="no">
                  {receiver}
                </Link>
              </div>
              <div className={classes.what}>
                <FollowUpLine about={about} />
              </div>
              <div className={classes.actions}>
                <FollowUpActions about={about} />
              </div>
            </li>
          )
        })}
      </ol>
    </>
  )
}

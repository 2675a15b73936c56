import { Link } from '@tanstack/react-router'
import type { KnownReceiver } from '../../../contract/receiver.ts'
import { FollowUpLine } from '../follow-up/follow-up-line.tsx'
import { CardNote, OverviewCard } from '../overview/card/overview-card.tsx'
import { StateWithReason } from '../receivers/state/state-with-reason.tsx'
import classes from './company-page.module.css'

/** The receivers that got events of a company, with their states. */
export function CompanyReceivers({ receivers }: { receivers: KnownReceiver[] }) {
  return (
    <OverviewCard title="Receivers" isShort>
      {receivers.length === 0 && <CardNote>Redial knows no receiver of this company yet.</CardNote>}
      <ul className={classes.rows}>
        {receivers.map(known => (
          <li key={known.receiver}>
            <p>
              <Link to="/receivers" search={{ receiver: known.receiver }} translate="no">
                {known.receiver}
              </Link>
            </p>
            <p>
              <StateWithReason receiver={known} />
            </p>
            <FollowUpLine about={{ kind: 'receiver', value: known.receiver }} />
          </li>
        ))}
      </ul>
    </OverviewCard>
  )
}

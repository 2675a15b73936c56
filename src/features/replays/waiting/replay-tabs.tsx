import { Link } from '@tanstack/react-router'
import { formatNumber } from '../../../../contract/text/count.ts'
import segments from '../../../ui/segments.module.css'
import { useWaitingOrders } from './standing-orders-query.ts'

/** All replays, or the standing orders among them. */
export function ReplayTabs() {
  const count = useWaitingOrders().length
  return (
    <nav className={segments.segments} aria-label="Replays">
      <Link to="/replays" activeOptions={{ exact: true }}>
        All
      </Link>
      <Link to="/replays/waiting">Waiting{count > 0 && ` (${formatNumber(count)})`}</Link>
    </nav>
  )
}

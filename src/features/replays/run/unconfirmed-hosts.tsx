import { receiverHost } from '../../../../contract/receiver.ts'
import type { ReplayRunDetails } from '../../../../contract/replay.ts'
import { formatNames } from '../../../format/text.ts'
import { Notice } from '../../../ui/notice.tsx'
import * as messages from './messages.ts'
import classes from './run-state.module.css'

/**
 * The hosts that Redial found in a field of a foreign service, with the companies whose events they
 * would get. A person confirms them when they start the run.
 */
export function UnconfirmedHosts({ run }: { run: ReplayRunDetails }) {
  const { unconfirmed_hosts: hosts, receivers } = run
  if (hosts.length === 0) return null
  return (
    <section>
      <Notice tone="wait">{messages.confirmHosts(hosts.length)}</Notice>
      <ul className={classes.hosts} aria-label={messages.unconfirmedHosts} translate="no">
        {hosts.map(host => {
          const ofHost = receivers.filter(
            ({ receiver }) => receiver !== null && receiverHost(receiver) === host,
          )
          const companies = [...new Set(ofHost.flatMap(({ some_companies }) => some_companies))]
          return (
            <li key={host}>
              <b>{host}</b>
              {companies.length > 0 && ` (${formatNames(companies)})`}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { shownUrl } from '../../../contract/text/shown-text.ts'
import { findSetting } from './queries/receivers-of-numbers.ts'
import { receiversQuery } from './queries/receivers-query.ts'
import { SetReceiverLink } from './set-receiver-link.tsx'

type UnnamedReceiverProps = {
  /** The tracking number of an event that names no receiver. */
  trackingNumber: string | null | undefined
}

/** For an event that names no receiver: where a replay goes, or a link to set the receiver. */
export function UnnamedReceiver({ trackingNumber }: UnnamedReceiverProps) {
  const { data: settings } = useQuery(receiversQuery)
  if (!trackingNumber) return <span>Unknown, so the event can’t be replayed.</span>
  const setting = findSetting(settings, trackingNumber)
  if (setting === undefined) {
    return (
      <>
        Unknown.{' '}
        <SetReceiverLink trackingNumber={trackingNumber}>
          Set the receiver of its tracking number
        </SetReceiverLink>{' '}
        to replay it.
      </>
    )
  }
  return (
    <>
      Unknown. A replay goes to <span translate="no">{shownUrl(setting.url)}</span>, as{' '}
      <SetReceiverLink trackingNumber={trackingNumber}>set for its tracking number</SetReceiverLink>
      .
    </>
  )
}

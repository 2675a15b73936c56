import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../api/error-messages.ts'
import { noticesQuery, stopWatch, useNoticeChange } from './notices-query.ts'

/** In the account menu: Redial reads with somebody's token after people sign out. */
export function WatchNote({ className }: { className: string | undefined }) {
  const { data } = useQuery(noticesQuery)
  const stop = useNoticeChange(stopWatch)
  if (data?.watch.state !== 'on') return null
  const { who } = data.watch
  return (
    <section className={className} aria-label="Watching">
      <p>
        Redial watches this account after you sign out, with the token of{' '}
        {who === null ? 'the person who allowed it' : <span translate="no">{who}</span>}.
      </p>
      <Button
        variant="default"
        size="xs"
        loading={stop.isPending}
        onClick={() => stop.mutate(undefined)}
      >
        Stop watching
      </Button>
      {stop.error && <p role="alert">{errorText(stop.error)}</p>}
    </section>
  )
}

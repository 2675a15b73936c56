import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../api/error-messages.ts'
import { noticesQuery, setWatch, useNoticeChange } from './notices-query.ts'

/** In the account menu: Redial reads with somebody's token after people sign out. */
export function WatchNote({ className }: { className: string | undefined }) {
  const { data } = useQuery(noticesQuery)
  const change = useNoticeChange(setWatch)
  if (data?.watch.state !== 'on') return null
  const { who } = data.watch
  return (
    <section className={className} aria-label="Watching">
      <p>
        Redial watches this account after you sign out, with the token of{' '}
        {who === null ? 'the person who allowed it' : <span translate="no">{who}</span>}.
      </p>
      <Button size="xs" loading={change.isPending} onClick={() => change.mutate(false)}>
        Stop watching
      </Button>
      {change.error && <p role="alert">{errorText(change.error)}</p>}
    </section>
  )
}

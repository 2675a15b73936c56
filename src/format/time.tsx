import { useTimes } from './times.ts'

type TimeProps = { stamp: string; as?: 'brief' | 'exact' | 'moment' }

/** A time of the service, with its full form as a tooltip. */
export function Time({ stamp, as = 'brief' }: TimeProps) {
  const times = useTimes()
  return (
    <time dateTime={stamp} title={times.full(stamp)}>
      {times[as](stamp)}
    </time>
  )
}

/** The header of a column of times: "Sent at (CET)". */
export function TimeHeader({ children }: { children: string }) {
  return <span>{`${children} (${useTimes().zone})`}</span>
}

import { useTimes } from '../../../format/times.ts'
import { type ReadingControl, useReading } from '../../range/use-reading.ts'
import { useKnownReceivers } from '../../receivers/queries/receivers-query.ts'

/** The receivers with their states. Meanwhile the gateway reads what failed today. */
export function useReceiversToday() {
  const today = useTimes().today()
  const range = { from: today, to: today }
  const readings = [
    useReading('call_events_fail', range),
    useReading('transcription_events_fail', range),
  ]
  const query = useKnownReceivers(readings.map(({ version }) => version ?? '').join(' '), {
    // Otherwise the cards would change at once.
    enabled: readings.every(hasBegun),
  })
  const error = readings.find(({ problem }) => problem !== null)?.problem ?? null
  return {
    query,
    /** Undefined until they are loaded. */
    receivers: query.data?.receivers,
    /** Whether everything that failed today has been read. */
    isRead: readings.every(({ reading }) => reading?.is_complete),
    isReading: readings.some(({ reading }) => reading === undefined || reading.is_reading),
    /** Of what failed today. */
    reading: {
      error,
      isError: error !== null,
      isFetching: false,
      refetch: () => {
        for (const { readAgain } of readings) readAgain()
      },
    },
  }
}

function hasBegun({ reading, problem }: ReadingControl): boolean {
  if (problem !== null) return true
  return reading !== undefined && (reading.is_complete || !reading.is_reading || reading.read > 0)
}

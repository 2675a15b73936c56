import { useTimes } from '../../../format/times.ts'
import { type ReadingControl, readingError, useReading } from '../../range/use-reading.ts'
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
  const error = readings.map(problemOf).find(problem => problem !== null) ?? null
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

function hasBegun(control: ReadingControl): boolean {
  const { reading } = control
  if (problemOf(control) !== null) return true
  return reading !== undefined && (reading.is_complete || !reading.is_reading || reading.read > 0)
}

function problemOf({ error, reading }: ReadingControl): Error | null {
  return error ?? (reading ? readingError(reading) : null)
}

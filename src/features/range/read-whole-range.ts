import type { Reading } from '../../../contract/events.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { pause, requestWithRetries } from '../../api/retries.ts'
import type { DateRange } from '../event/list/list-search.ts'
import {
  changeReading,
  POLL_WHILE_READING_MS,
  readingError,
  requestReading,
} from './use-reading.ts'

/**
 * Has the gateway read a range, and waits until all of it has been read.
 *
 * @param options `again` reads days once more that were over when they were read
 * @throws ApiError if the gateway gave up, or if it can't be asked; an AbortError if a person stopped it
 */
export async function readWholeRange(
  list: FailedEventList,
  range: DateRange,
  {
    again = false,
    signal,
    onProgress,
  }: { again?: boolean; signal: AbortSignal; onProgress: (reading: Reading) => void },
): Promise<void> {
  const options = { signal, onWait: () => {} }
  const ask = () => requestWithRetries(() => requestReading(list, range, signal), options)
  let { reading } = await ask()
  if (again || reading.is_stopped || reading.problem !== null) {
    reading = (await changeReading(list, range, 'again')).reading
  }
  for (;;) {
    const error = readingError(reading)
    if (error !== null) throw error
    if (reading.is_complete && !reading.is_reading) return
    if (reading.is_stopped) throw new DOMException('Somebody stopped it.', 'AbortError')
    onProgress(reading)
    await pause(POLL_WHILE_READING_MS, signal)
    reading = (await ask()).reading
  }
}

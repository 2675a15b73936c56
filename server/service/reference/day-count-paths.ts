import { FailedEventList } from '../../../contract/failed-event.ts'
import { INVALID, operation, parameter, withText } from './gateway-operation.ts'

/** Lines of JSON come one by one, which no schema of a whole answer describes. */
export const DAY_COUNT_PATHS = {
  '/gateway/day-counts': {
    get: withText(
      operation('Count the failed events of many days', {
        id: 'countFailedEventsByDay',
        tag: 'Failed events',
        description: [
          'The answer has one JSON object per line, as soon as the service has counted that day; the newest day comes first.',
          'Each has `list`, `day` and `count`, which is null if the service does not count.',
          'If the service refused to count a day, its line has `status` and `text` of that answer instead of `count`, `retry_after` in seconds or null, `is_signed_out`, and `reference`, the id of the request in the log.',
          'After too many refusals the lines end.',
        ],
        parameters: FailedEventList.options.map(list =>
          parameter(
            list,
            'query',
            { type: 'string' },
            'Days of this list, such as 2026-11-21,2026-11-20; at most 62.',
          ),
        ),
        responses: { 200: ['The counts.', null], 400: INVALID },
      }),
      'One line for each day of each list.',
      ['application/x-ndjson'],
    ),
  },
}

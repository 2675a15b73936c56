import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { plural } from '../../../format/numbers.ts'
import { LIST_WORDS } from './list-labels.ts'

/** "failed call" or "failed calls" */
export function listNoun(list: FailedEventList, count: number): string {
  const { one, many } = LIST_WORDS[list]
  return plural(count, one, many)
}

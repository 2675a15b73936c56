import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { Notice } from '../../../ui/notice.tsx'
import { LIST_LABELS } from '../../event/list/list-labels.ts'

/** Says that the service has more pages, but no link leads to them. */
export function LostPages({ list }: { list: FailedEventList }) {
  return (
    <Notice tone="bad">
      The service says that there are more {LIST_LABELS[list].many} after these, but its link to the
      next page doesn’t lead to them, so they can’t be shown. Tell the operator of the service.
    </Notice>
  )
}

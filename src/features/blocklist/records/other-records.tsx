import { skipToken, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatNumber, plural } from '../../../../contract/text/count.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { writtenJson } from '../../../format/written-json.ts'
import { Card } from '../../../ui/card.tsx'
import { lazyPart } from '../../request-errors/lazy-part.tsx'
import classes from './other-records.module.css'

const JsonView = lazyPart(() => import('../../../ui/json/json-view.tsx'))

/** Records that Redial can't read, as the service sent them. */
export function OtherRecords() {
  const data = useOtherRecords()
  const json = useMemo(() => writtenJson(data), [data])
  const { length } = data
  if (length === 0) return null
  return (
    <div className={classes.place}>
      <Card>
        <div className={classes.others}>
          <p>
            Redial can’t read {plural(length, 'one entry', `${formatNumber(length)} entries`)} of
            the blocklist. This page doesn’t search, count or change {plural(length, 'it', 'them')}.
          </p>
          <JsonView
            title="Entries that can’t be read"
            json={json}
            fileName="blocklist-entries.json"
          />
        </div>
      </Card>
    </div>
  )
}

/** Records of the blocklist that Redial can't read. They are loaded with the blocklist. */
export function useOtherRecords(): unknown[] {
  const { data } = useQuery<unknown[]>({
    queryKey: queryKeys.unreadBlocklistRecords,
    queryFn: skipToken,
  })
  return data ?? NONE
}

const NONE: unknown[] = []

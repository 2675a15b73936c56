import { Button, FileButton } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { FailedEventList, payloadParts } from '../../../contract/failed-event.ts'
import type { FieldMap } from '../../../contract/fields/field-map.ts'
import { recognizeFields } from '../../../contract/fields/recognize-fields.ts'
import {
  FieldFile,
  type ServiceFields,
  ServiceFieldsList,
  type ToDateMeaning,
} from '../../../contract/fields/service-fields.ts'
import { pageOrListOf } from '../../../contract/pages/page.ts'
import { formatCount } from '../../../contract/text/count.ts'
import { jsonInside } from '../../../contract/text/json-inside.ts'
import { rawItems } from '../../../contract/text/json-reader.ts'
import { addDays, dayOf } from '../../../contract/time/calendar-date.ts'
import { errorText } from '../../api/error-messages.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { request, requestWithText } from '../../api/request.ts'
import { useTimes } from '../../format/times.ts'
import { Card } from '../../ui/card.tsx'
import { saveText } from '../../ui/download/save-text.ts'
import JsonView from '../../ui/json/json-view.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Segments } from '../../ui/segments.tsx'
import part from '../../ui/settings-part.module.css'
import { focusIfLost } from '../../ui/use-focus-if-lost.ts'
import { LIST_LABELS } from '../event/list/list-labels.ts'
import { QueryWithoutData } from '../request-errors/request-failure.tsx'
import { sessionOwner } from '../session/account-storage.ts'
import { FieldForm, useFieldChange } from './field-form.tsx'
import classes from './field-settings.module.css'

/** Far more than any field map needs. */
const MAX_BYTES = 100_000

/** Enough to choose from, and quick to load. */
const SAMPLE_SIZE = 50

const DAYS = 30

const serviceFieldsQuery = queryOptions({
  queryKey: queryKeys.serviceFields,
  queryFn: ({ signal }) => request(ServiceFieldsList, '/gateway/fields', { signal }),
  // After this time, the next page uses a colleague's correction.
  staleTime: 10_000,
})

type FieldSample = {
  items: unknown[]
  /** The exact text of the first event. */
  firstText: string
  range: { from_date: string; to_date: string }
}

const route = getRouteApi('/_signed-in/settings')

/** Shows the field names of a foreign service for its failed events, and lets a person correct them. */
export default function FieldSettings(): ReactNode {
  const { session } = route.useRouteContext()
  const timeZone = session.time_zone
  const isAi = route.useSearch().fields === 'ai'
  const list = isAi ? 'transcription_events_fail' : 'call_events_fail'
  const navigate = route.useNavigate()
  const onList = (list: FailedEventList) => {
    const fields = list === 'call_events_fail' ? ('calls' as const) : ('ai' as const)
    void navigate({ search: old => ({ ...old, fields }), replace: true, resetScroll: false })
  }
  const heading = useRef<HTMLHeadingElement>(null)
  const today = dayOf(new Date(), timeZone)
  const fieldsQuery = useQuery(serviceFieldsQuery)
  const range = { from_date: addDays(today, 1 - DAYS), to_date: addDays(today, 1) }
  const sample = useQuery({
    queryKey: ['field-sample', list, range],
    // As the service sends them.
    queryFn: async ({ signal }): Promise<FieldSample> => {
      const query = new URLSearchParams({ ...range, page: '1', page_size: String(SAMPLE_SIZE) })
      const { answer, text } = await requestWithText(
        pageOrListOf(z.unknown(), { page: 1 }, SAMPLE_SIZE),
        `/v1/${list}/?${query}`,
        { signal },
      )
      const items = answer.results.slice(0, SAMPLE_SIZE)
      return { items, firstText: rawItems(text)[0] ?? '', range }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const recognized = useMemo(
    () =>
      sample.data &&
      recognizeFields(sample.data.items, { zone: timeZone, range: sample.data.range }),
    [sample.data, timeZone],
  )
  const failed = [fieldsQuery, sample].find(({ error }) => error !== null)
  const fields = fieldsQuery.data?.results.find(one => one.list === list)
  return (
    <section aria-labelledby="fields-of-the-service" className={part.section}>
      <h2 id="fields-of-the-service" ref={heading} tabIndex={-1}>
        Fields of the service
      </h2>
      <p className={part.about}>
        Every service has its own names for the fields of its failed events, and Redial recognises
        English ones. If a column is empty or wrong, choose the right field. Your choice applies to
        everyone who signs in with this token.
      </p>
      {fieldsQuery.data && <p className={part.about}>{formatToDate(fieldsQuery.data.to_date)}</p>}
      <div className={classes.lists}>
        <Segments
          legend="List"
          options={FailedEventList.options.map(value => ({
            value,
            label: LIST_LABELS[value].title,
          }))}
          chosen={list}
          onChoose={onList}
        />
      </div>
      <Card>
        <div className={classes.body}>
          {fieldsQuery.data === undefined ||
          sample.data === undefined ||
          recognized === undefined ? (
            <QueryWithoutData query={failed ?? sample} label="Loading some events…" rows={6} />
          ) : sample.data.items.length === 0 ? (
            <p>
              The service lists no {LIST_LABELS[list].many} of the last 30 days, so there is nothing
              to choose from yet.
            </p>
          ) : (
            <>
              <div className={classes.head}>
                <Source list={list} fields={fields} count={sample.data.items.length} />
                <FieldFileButtons list={list} map={fields?.map ?? recognized} />
              </div>
              {!sample.data.items.some(item => payloadParts(item).isEnvelope) && (
                <p>
                  These events have no request_json, so each event is the payload as a whole: Redial
                  recognises only the call and the time of failure, and a replay sends everything.
                  Choose the fields of the delivery yourself if the events have any.
                </p>
              )}
              <FieldForm
                // A colleague's changes replace the initial values, but not unsaved changes.
                key={`${list} ${fields?.set_at ?? ''} ${fields?.source ?? ''}`}
                owner={sessionOwner(session)}
                list={list}
                items={sample.data.items}
                fields={fields}
                recognized={recognized}
                timeZone={timeZone}
                // The focused button goes with the form.
                onChanged={() => focusIfLost(heading)}
              />
              <details>
                <summary>A sample event</summary>
                <JsonView
                  title="Sample event"
                  json={sample.data.firstText}
                  fileName="sample-event.json"
                />
              </details>
            </>
          )}
        </div>
      </Card>
    </section>
  )
}

function formatToDate({ is_included, source }: ToDateMeaning): string {
  const what = `The lists of this service ${is_included ? 'include' : 'leave out'} the last day that is requested (to_date).`
  if (source === 'found') return `${what} Redial has found that out.`
  return `${what} ${source === 'setting' ? 'The operator of Redial has set that.' : 'Redial assumes that until a list shows otherwise.'}`
}

type SourceProps = { list: FailedEventList; fields: ServiceFields | undefined; count: number }

function Source({ list, fields, count }: SourceProps) {
  const times = useTimes()
  if (fields?.source === 'file') {
    return <p>The operator of Redial has set these fields (FIELD_MAP). Ask them for a change.</p>
  }
  if (fields?.source === 'person') {
    const when = fields.set_at && ` on ${times.full(fields.set_at)}`
    return (
      <p>
        Set by <span translate="no">{fields.who ?? 'someone'}</span>
        {when}.
      </p>
    )
  }
  const { one, many } = LIST_LABELS[list]
  return <p>Recognised from {formatCount(fields?.sample || count, one, many)}.</p>
}

function FieldFileButtons({ list, map }: { list: FailedEventList; map: FieldMap }) {
  const [problem, setProblem] = useState<string | null>(null)
  const { mutateAsync: save, isPending } = useFieldChange(list)
  const onFile = async (file: File | null) => {
    if (file === null) return
    const contents = file.size > MAX_BYTES ? '' : await file.text()
    const fieldMap = FieldFile.safeParse(jsonInside(contents)).data?.[list]
    if (fieldMap === undefined) {
      setProblem(
        `${file.name} contains no fields of this list. Choose a file that was exported here.`,
      )
      return
    }
    setProblem(null)
    await save(fieldMap).catch((error: unknown) => {
      setProblem(errorText(error))
    })
  }
  return (
    <>
      <div className={classes.files}>
        <Button
          size="xs"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => {
            const file: FieldFile = { [list]: map }
            saveText(`${JSON.stringify(file, null, 2)}\n`, 'redial-fields.json', 'application/json')
          }}
        >
          Export fields
        </Button>
        <FileButton accept="application/json,.json" onChange={file => void onFile(file)}>
          {props => (
            <Button
              {...props}
              size="xs"
              loading={isPending}
              leftSection={<IconUpload size={14} aria-hidden />}
            >
              Import fields
            </Button>
          )}
        </FileButton>
      </div>
      {problem && (
        <div className={classes.problem}>
          <Notice tone="bad">{problem}</Notice>
        </div>
      )}
    </>
  )
}

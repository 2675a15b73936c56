import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { recognizeFields } from '../../../contract/fields/recognize-fields.ts'
import type { ServiceFields } from '../../../contract/fields/service-fields.ts'
import { dayOf } from '../../../contract/time/calendar-date.ts'
import { useTimes } from '../../format/times.ts'
import { Card } from '../../ui/card.tsx'
import { jsonNodes } from '../../ui/json/json-nodes.ts'
import { JsonView } from '../../ui/json/json-view.tsx'
import segments from '../../ui/segments.module.css'
import { LoadingRows } from '../../ui/table/loading-rows.tsx'
import { focusIfLost } from '../../ui/use-focus-if-lost.ts'
import visuallyHidden from '../../ui/visually-hidden.module.css'
import { LIST_LABELS } from '../event/list/list-labels.ts'
import { RequestFailure } from '../request-errors/request-failure.tsx'
import { serviceFieldsQuery } from '../service-fields/service-fields-query.ts'
import { hasPayloadField } from './field-choices.ts'
import { FieldFileButtons } from './field-file-buttons.tsx'
import { FieldForm } from './field-form.tsx'
import { fieldSampleQuery } from './field-sample-query.ts'
import classes from './field-settings.module.css'
import * as messages from './messages.ts'

type FieldSettingsProps = {
  list: FailedEventList
  onList: (list: FailedEventList) => void
  timeZone: string
}

const LISTS: FailedEventList[] = ['call_events_fail', 'transcription_events_fail']

/** Shows the field names of a foreign service for its failed events, and lets a person correct them. */
export function FieldSettings({ list, onList, timeZone }: FieldSettingsProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const today = dayOf(new Date(), timeZone)
  const known = useQuery(serviceFieldsQuery)
  const sample = useQuery(fieldSampleQuery(list, today))
  const recognized = useMemo(
    () =>
      sample.data &&
      recognizeFields(sample.data.items, { zone: timeZone, range: sample.data.range }),
    [sample.data, timeZone],
  )
  const failed = [known, sample].find(({ error }) => error !== null)
  const fields = known.data?.find(one => one.list === list)
  return (
    <section aria-labelledby="fields-of-the-service" className={classes.section}>
      <h2 id="fields-of-the-service" ref={heading} tabIndex={-1}>
        {messages.title}
      </h2>
      <p className={classes.about}>{messages.explanation}</p>
      <fieldset className={`${segments.segments} ${classes.lists}`}>
        <legend className={visuallyHidden.only}>{messages.listLegend}</legend>
        {LISTS.map(one => (
          <button key={one} type="button" aria-pressed={one === list} onClick={() => onList(one)}>
            {LIST_LABELS[one].title}
          </button>
        ))}
      </fieldset>
      <Card>
        <div className={classes.body}>
          {failed?.error ? (
            <RequestFailure
              error={failed.error}
              onRetry={() => void failed.refetch()}
              isRetrying={failed.isFetching}
            />
          ) : known.data === undefined || sample.data === undefined || recognized === undefined ? (
            <LoadingRows label={messages.loading} rows={6} />
          ) : sample.data.items.length === 0 ? (
            <p>{messages.noEvents(list)}</p>
          ) : (
            <>
              <div className={classes.head}>
                <Source list={list} fields={fields} count={sample.data.items.length} />
                <FieldFileButtons list={list} map={fields?.map ?? recognized.map} />
              </div>
              {!sample.data.items.some(hasPayloadField) && <p>{messages.noPayloadField}</p>}
              <FieldForm
                // A colleague's changes replace the initial values, but not unsaved changes.
                key={`${list} ${fields?.set_at ?? ''} ${fields?.source ?? ''}`}
                list={list}
                items={sample.data.items}
                start={fields?.map ?? recognized.map}
                recognized={recognized.map}
                isSet={fields?.source === 'person'}
                isLocked={fields?.source === 'file'}
                timeZone={timeZone}
                // The focused button goes with the form.
                onChanged={() => focusIfLost(heading)}
              />
              <details>
                <summary>{messages.sampleSummary}</summary>
                <JsonView
                  title={messages.sampleTitle}
                  nodes={jsonNodes(sample.data.firstText)}
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

type SourceProps = { list: FailedEventList; fields: ServiceFields | undefined; count: number }

/** Says who set the fields, and when. */
function Source({ list, fields, count }: SourceProps) {
  const times = useTimes()
  if (fields?.source === 'file') {
    return <p>{messages.setByOperator}</p>
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
  return <p>{messages.recognizedFrom(list, fields?.sample || count)}</p>
}

import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { DEFAULT_COUNTRY, type EntityContext } from '../../../../contract/blocklist.ts'
import { ApiError } from '../../../api/api-error.ts'
import { createDrafts, useKeptDraft } from '../../../forms/drafts.ts'
import { FormShell } from '../../../forms/form-shell.tsx'
import { listServerErrors, placeServerErrors, setFormError } from '../../../forms/server-errors.ts'
import { sessionOwner } from '../../session/account-storage.ts'
import { BatchProgressBar, useBatchProgress } from '../batch/batch-progress-bar.tsx'
import type { Notification } from '../batch/notification.ts'
import classes from '../block/block-numbers-form.module.css'
import { placeOf } from '../block/block-numbers-values.ts'
import { refusalsOf } from '../block/show-block-failure.ts'
import { EntriesActions, SubmitLabel } from '../phone-input/entries-actions.tsx'
import * as entryMessages from '../phone-input/messages.ts'
import { PhoneEntries } from '../phone-input/phone-entries.tsx'
import { focusFirstEntry } from '../phone-input/phone-entry-row.tsx'
import { type EntriesDraft, useEntries } from '../phone-input/use-entries.ts'
import { usePasting } from '../phone-input/use-pasting.ts'
import {
  countGroup,
  countSkipped,
  entriesToLookAt,
  numbersToSend,
  type ShownEntries,
  validateUnblock,
} from '../phone-input/validate-entries.ts'
import { type BlockedEntity, findEntity } from '../records/blocked-entities.ts'
import { refetchBlocklist } from '../records/queries.ts'
import * as messages from './unblock-list-messages.ts'
import { formatUnblockSummary, unblockErrorMessage } from './unblock-summary.ts'
import { useUnblockNumbers } from './use-unblock-numbers.ts'

const drafts = createDrafts<EntriesDraft>()
const NONE_REFUSED: ReadonlyMap<string, string> = new Map()
const signedIn = getRouteApi('/_signed-in')

export type UnblockListFormProps = {
  context: EntityContext
  entity: BlockedEntity
  onCancel: () => void
  onDone: (notification: Notification) => void
  /** Called while numbers are sent, because their outcome is shown here. */
  onBusy: (isBusy: boolean) => void
}

/** Unblocks the entered numbers that are on the list of an entity and ignores the others. */
export function UnblockListForm(props: UnblockListFormProps) {
  const { context, entity, onCancel, onDone, onBusy } = props
  const { session } = signedIn.useRouteContext()
  const owner = `unblock ${sessionOwner(session)} ${context} ${entity.reference}`
  const [draft] = useState(() => drafts.of(owner))
  const form = useForm({ shouldFocusError: false })
  const entries = useEntries(draft ?? { texts: [], defaultCountry: DEFAULT_COUNTRY.code })
  const { list } = entries
  const pasting = usePasting(entries)
  const [shown, setShown] = useState<ShownEntries>('all')
  /** The service's error for each number, until it is changed or sent again. */
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(NONE_REFUSED)
  const results = useMemo(
    () => validateUnblock(list, new Set(entity.numbers), refused),
    [list, entity, refused],
  )
  const skipped = countSkipped(results)
  const numbers = numbersToSend(results)
  const queryClient = useQueryClient()
  const { mutateAsync: unblock } = useUnblockNumbers()
  const parts = useBatchProgress()
  const name = entity.name || entity.reference
  const tell = (message: string) => setFormError(form.setError, message)

  useEffect(focusFirstEntry, [])

  /** What is left of the input at the end; null until then. */
  const rest = useRef<string[] | null>(null)
  useKeptDraft(drafts, owner, () => {
    const draft = pasting.draft()
    const texts = rest.current ?? draft.texts
    return texts.every(text => text === '') ? null : { ...draft, texts }
  })

  const onSubmit = async () => {
    if (pasting.isUnread) return pasting.readRest()
    // Numbers that the service refused are sent again unless they are skipped.
    const current =
      skipped > 0 ? results : validateUnblock(list, new Set(entity.numbers), NONE_REFUSED)
    const { wrong: invalid } = entriesToLookAt(current)
    if (invalid.length > 0 && skipped === 0) return tell(messages.invalidEntries(invalid.length))
    if (results.every(({ parsed }) => parsed.kind !== 'number')) {
      entries.requireNumber()
      form.setError('root.entries', { type: 'entries' })
      return
    }
    onBusy(true)
    const others = invalid.flatMap(place => list[place]?.text ?? [])
    await unblockThem(numbersToSend(current), others).finally(() => onBusy(false))
  }

  /** @param others the entries that are skipped, which stay for the next opening */
  const unblockThem = async (wanted: string[], others: string[]) => {
    // A colleague may have blocked some of these a moment ago.
    const records = await refetchBlocklist(queryClient)
    const listed = new Set(
      records ? findEntity(records, context, entity.reference).numbers : entity.numbers,
    )
    const current = validateUnblock(list, listed, skipped > 0 ? refused : NONE_REFUSED)
    const now = numbersToSend(current)
    if (now.length === 0) return tell(messages.noneListed(name))
    if (now.join() !== wanted.join()) {
      return tell(messages.listChanged(name, now.length))
    }
    parts.begin()
    const asked = { context, entity: { reference: entity.reference, name: entity.name } }
    let failed: string[] = []
    const onFailed = (sent: string[]) => {
      failed = sent
    }
    try {
      const { summary, undo } = await unblock({
        ...asked,
        numbers: wanted,
        onFailed,
        ...parts.steps,
      })
      const text = `${formatUnblockSummary(summary)}${messages.notListed(countGroup(current, 'notListed'))}`
      if (summary.ended?.kind === 'failed' && showRefusals(summary.ended.failure, failed, text))
        return
      if (summary.stillBlocked.length > 0) {
        return tell(`${text} ${messages.howToContinue}`)
      }
      rest.current = others
      const isListLeft = entity.numbers.length > wanted.length
      const left = others.length > 0 && isListLeft ? ` ${messages.invalidLeft(others.length)}` : ''
      onDone({ text: `${text}${left}`, isSuccess: summary.ended === null, undo })
    } catch (error) {
      if (showRefusals(error, failed, null)) return
      const { title, message } = unblockErrorMessage(error)
      tell(`${title}. ${message}`)
    } finally {
      parts.end()
    }
  }

  /**
   * Shows the service's errors beside the numbers that they name. Returns false if they name none.
   *
   * @param done what was unblocked before
   */
  const showRefusals = (failure: unknown, sent: string[], done: string | null): boolean => {
    const { validation } = failure instanceof ApiError ? failure : { validation: null }
    const errors = validation === null ? [] : listServerErrors(validation)
    const refusals = refusalsOf(errors, sent)
    if (refusals.size === 0) return false
    setRefused(refusals)
    const lines = [...(done === null ? [] : [done]), messages.refused(refusals.size)]
    const others = errors.filter(({ path }) => !('number' in placeOf(path, sent)))
    placeServerErrors(
      (_, { message = '' }) => lines.push(message),
      others,
      () => [],
    )
    tell(lines.join('\n'))
    return true
  }

  return (
    <FormShell
      form={form}
      onAttempt={() => {
        setRefused(NONE_REFUSED)
        form.clearErrors()
      }}
      onSubmit={onSubmit}
      actions={
        !parts.isUnderWay && (
          <EntriesActions
            about={entryMessages.aboutSubmit(skipped, 0, name)}
            results={results}
            onCheck={() => setShown('wrong')}
            onCancel={() => {
              rest.current = []
              onCancel()
            }}
          />
        )
      }
      submitLabel={
        <SubmitLabel
          what={messages.submit(numbers.length)}
          rest={entryMessages.submitRest(skipped, 0, name)}
        />
      }
    >
      {draft && <p className={classes.draft}>{messages.draftKept}</p>}
      {parts.progress && (
        <BatchProgressBar
          label={messages.unblocking}
          progress={parts.progress}
          onStop={parts.stop}
        />
      )}
      <p role="status">
        {messages.removesFrom(context, numbers.length)} <strong>{name}</strong>.
      </p>
      <PhoneEntries
        entries={entries}
        pasting={pasting}
        results={results}
        shown={shown}
        onShown={setShown}
        isFirstField
      />
    </FormShell>
  )
}

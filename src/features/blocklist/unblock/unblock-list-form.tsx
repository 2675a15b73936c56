import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { DEFAULT_COUNTRY, type EntityContext } from '../../../../contract/blocklist.ts'
import { formatCount, formatNumber, plural } from '../../../format/numbers.ts'
import { createDrafts, useKeptDraft } from '../../../forms/drafts.ts'
import { setFormError, withPath } from '../../../forms/server-errors.ts'
import { sessionOwner } from '../../session/account-storage.ts'
import { splitRefusals } from '../block/block-failure.ts'
import * as messages from '../block/messages.ts'
import { NumbersForm, type Refusals, useNumbersInput } from '../phone-input/numbers-form.tsx'
import { focusFirstEntry } from '../phone-input/phone-entry-row.tsx'
import type { EntriesStart } from '../phone-input/use-entries.ts'
import {
  countGroup,
  entriesToLookAt,
  numbersToSend,
  validateUnblock,
} from '../phone-input/validate-entries.ts'
import { numberCount } from '../records/block-summary.ts'
import { type BlockedEntity, CONTEXT_LABELS, findEntity } from '../records/blocked-entities.ts'
import { refetchBlocklist } from '../records/queries.ts'
import type { Notification } from './unblock-history.ts'
import {
  formatUnblockSummary,
  isAllUnblocked,
  unblockErrorMessage,
  useUnblockNumbers,
} from './use-unblock-numbers.ts'

const removesFrom = (context: EntityContext, count: number) =>
  `${count === 0 ? 'Enter the numbers to remove' : `Removes ${numberCount(count)}`} from the blocklist of ${CONTEXT_LABELS[context].one}`
const unblocking = 'Unblocking numbers'
const submit = (count: number) => `Unblock ${count === 0 ? 'numbers' : numberCount(count)}`
const invalidLeft = (count: number) =>
  count === 0
    ? ''
    : ` ${formatCount(count, 'invalid entry is', 'invalid entries are')} still in “Unblock a list”.`
const refusedNumbers = (count: number) =>
  `The service refused ${numberCount(count)}, so nothing of that request was unblocked. The ${plural(count, 'reason is next to it', 'reasons are next to them')}.`
const notListed = (count: number) =>
  count === 0 ? '' : ` ${numberCount(count)} ${plural(count, 'was', 'were')} not on the list.`
const noneListed = (entity: string) => `None of these is on the list of ${entity}.`
const listChanged = (entity: string, listed: number) =>
  `The list of ${entity} has changed: ${formatNumber(listed)} of these numbers ${plural(listed, 'is', 'are')} on it now. Nothing was unblocked. Check the numbers, then unblock.`
const howToContinue = 'To continue with the others, unblock again.'

const drafts = createDrafts<EntriesStart>()
const EMPTY: EntriesStart = { entries: [], defaultCountry: DEFAULT_COUNTRY.code, included: [] }
const signedIn = getRouteApi('/_signed-in')

type UnblockListFormProps = {
  context: EntityContext
  entity: BlockedEntity
  onCancel: () => void
  onDone: (notification: Notification) => void
  onBusy: (isBusy: boolean) => void
}

type Failure = { failure: unknown; failed: string[]; skipped: Refusals; done?: string }

/** Unblocks the entered numbers that are on the list of an entity and ignores the others. */
export function UnblockListForm(props: UnblockListFormProps) {
  const { context, entity, onCancel, onDone, onBusy } = props
  const { session } = signedIn.useRouteContext()
  const owner = `unblock ${sessionOwner(session)} ${context} ${entity.reference}`
  const [draft] = useState(() => drafts.of(owner))
  const form = useForm({ shouldFocusError: false })
  const input = useNumbersInput(draft ?? EMPTY)
  const { entries, pasting, batches, refused } = input
  const { list } = entries
  const results = useMemo(
    () => validateUnblock(list, new Set(entity.numbers), refused),
    [list, entity, refused],
  )
  const queryClient = useQueryClient()
  const { mutateAsync: unblock } = useUnblockNumbers()
  const name = entity.name || entity.reference
  const tell = (message: string) => setFormError(form.setError, message)

  useEffect(focusFirstEntry, [])

  /** Which entries are left at the end; null until then. */
  const rest = useRef<EntriesStart['entries'] | null>(null)
  useKeptDraft(drafts, owner, () => {
    const typed = pasting.draft()
    const left = rest.current ?? typed.entries
    return left.every(({ text }) => text === '') ? null : { ...typed, entries: left }
  })

  const onSubmit = async (_: unknown, skipped: Refusals) => {
    if (results.every(({ parsed }) => parsed.kind === 'empty')) {
      entries.requireNumber()
      form.setError('root.entries', { type: 'entries' })
      return
    }
    input.setRefused(skipped)
    const wanted = numbersToSend(validateUnblock(list, new Set(entity.numbers), skipped))
    // A colleague may have blocked some of these a moment ago.
    const records = await refetchBlocklist(queryClient)
    const listed = records ? findEntity(records, context, entity.reference) : entity
    const current = validateUnblock(list, new Set(listed.numbers), skipped)
    const numbers = numbersToSend(current)
    const { wrong } = entriesToLookAt(current)
    const problem = problemWith(numbers, wanted, wrong.length, name)
    if (problem !== null) return tell(problem)
    const outcome = await batches
      .run(steps => unblock({ context, entity, numbers, steps }))
      .catch((failure: unknown) => {
        showFailure({ failure, failed: numbers, skipped })
        return null
      })
    if (outcome === null) return
    const { summary, undo } = outcome
    const text = `${formatUnblockSummary(summary)}${notListed(countGroup(current, 'notListed'))}`
    if (summary.stillBlocked.length > 0) return showFailure({ ...summary, skipped, done: text })
    rest.current = wrong.flatMap(place => list[place] ?? [])
    const isListLeft = listed.numbers.length > numbers.length
    const left = isListLeft ? invalidLeft(wrong.length) : ''
    onDone({ text: `${text}${left}`, isSuccess: isAllUnblocked(summary), undo })
  }

  /**
   * Shows the service's errors next to the numbers that they name, and others above.
   *
   * @param failed the numbers of the request, to whose indexes the errors refer
   * @param skipped the numbers that were refused earlier and not sent again
   * @param done what was unblocked before
   */
  const showFailure = ({ failure, failed, skipped, done }: Failure) => {
    const { refused, others } = splitRefusals(failure, failed)
    const { title, message } = unblockErrorMessage(failure)
    if (refused.size === 0) return tell(done ? `${done} ${howToContinue}` : `${title}. ${message}`)
    input.setRefused(new Map([...skipped, ...refused]))
    tell(
      [...(done ? [done] : []), refusedNumbers(refused.size), ...others.map(withPath)].join('\n'),
    )
  }

  const count = numbersToSend(results).length
  return (
    <NumbersForm
      form={form}
      input={input}
      results={results}
      name={name}
      submitLabel={submit(count)}
      progressLabel={unblocking}
      draftKept={draft ? messages.draftKept('') : null}
      isFirstField
      onSubmit={onSubmit}
      onBusy={onBusy}
      onCancel={() => {
        rest.current = []
        onCancel()
      }}
    >
      <p role="status">
        {removesFrom(context, count)} <strong>{name}</strong>.
      </p>
    </NumbersForm>
  )
}

/**
 * Why nothing is sent; null if there is no reason.
 *
 * @param wanted the numbers that the button counts
 * @param wrong how many entries are invalid
 */
function problemWith(
  numbers: string[],
  wanted: string[],
  wrong: number,
  name: string,
): string | null {
  if (numbers.length === 0) {
    const isInvalid = wrong > 0 && wanted.length === 0
    return isInvalid ? messages.invalidEntries(wrong) : noneListed(name)
  }
  return numbers.join() === wanted.join() ? null : listChanged(name, numbers.length)
}

import type { UseFormSetError } from 'react-hook-form'
import { type EntityContext, MAX_NUMBERS_PER_REQUEST } from '../../../contract/blocklist.ts'
import { ApiError } from '../../api/api-error.ts'
import { listServerErrors, placeServerErrors, setFormError } from '../../forms/server-errors.ts'
import { blockAccountWords, numberCount } from './block-account.ts'
import type { BlockOutcome } from './block-in-parts.ts'
import { type BlockNumbersFields, placeOf } from './block-numbers-values.ts'
import { blocklistErrorWords, isOfEntity } from './blocklist-error-words.ts'
import { CONTEXT_WORDS } from './context-words.ts'

type Shown = {
  setError: UseFormSetError<BlockNumbersFields>
  setRefused: (refused: ReadonlyMap<string, string>) => void
}

/** Says beside what it's about why numbers weren't blocked, and above the form how far it came. */
export function showBlockFailure(
  { account, left, failure, context }: BlockOutcome & { context: EntityContext },
  { setError, setRefused }: Shown,
): void {
  const done = account
    ? [
        `${blockAccountWords(account)} ${numberCount(left.length)} more are not sent yet: they are still below.`,
      ]
    : []
  const { above, refused } = failureWords(failure, left, context, setError)
  if (refused.size > 0) setRefused(refused)
  const lines = [...done, ...above]
  if (lines.length > 0) setFormError(setError, lines.join('\n'))
}

function failureWords(
  failure: unknown,
  left: string[],
  context: EntityContext,
  setError: UseFormSetError<BlockNumbersFields>,
): { above: string[]; refused: Map<string, string> } {
  const refused = new Map<string, string>()
  const above: string[] = []
  if (failure === null) return { above: ['You stopped it.'], refused }
  if (failure instanceof ApiError && failure.validation !== null) {
    const sent = left.slice(0, MAX_NUMBERS_PER_REQUEST)
    const errors = listServerErrors(failure.validation)
    for (const { path, message } of errors) {
      const place = placeOf(path, sent)
      if ('number' in place) refused.set(place.number, together(refused.get(place.number), message))
    }
    const setPlaced: typeof setError = (name, error) => {
      if (name === 'root.server') above.push(...(error.message ?? '').split('\n'))
      else setError(name, error)
    }
    const others = errors.filter(({ path }) => !('number' in placeOf(path, sent)))
    placeServerErrors(setPlaced, others, path => {
      const place = placeOf(path, sent)
      return 'field' in place ? [place.field] : []
    })
    if (errors.length > 0) return { above, refused }
  }
  if (isOfEntity(failure)) {
    setError('entity.reference', {
      type: 'server',
      message: `The service knows no such ${CONTEXT_WORDS[context].one} of yours. It said: “${failure.detail}”`,
    })
    return { above, refused }
  }
  const { title, message } = blocklistErrorWords(failure)
  return { above: [`${title}. ${message}`], refused }
}

function together(earlier: string | undefined, message: string): string {
  return earlier === undefined ? message : `${earlier} ${message}`
}

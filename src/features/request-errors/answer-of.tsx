import { Suspense } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { lazyPart, Nothing } from './lazy-part.tsx'

const RawAnswer = lazyPart(async () => (await import('./raw-answer.tsx')).RawAnswer, {
  instead: Nothing,
})

type AnswerOfProps = { error: unknown; place?: 'page' | 'card' }

/** Shows the answer behind an error if Redial did not understand it. */
export function AnswerOf({ error, place = 'page' }: AnswerOfProps) {
  if (!(error instanceof ApiError) || error.answer === null) return null
  return (
    <Suspense fallback={null}>
      <RawAnswer text={error.answer} place={place} />
    </Suspense>
  )
}

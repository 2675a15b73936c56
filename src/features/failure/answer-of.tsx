import { lazy, Suspense } from 'react'
import { ApiError } from '../../api/api-error.ts'

const RawAnswer = lazy(async () => ({
  default: (await import('./raw-answer.tsx')).RawAnswer,
}))

type AnswerOfProps = { error: unknown; place?: 'page' | 'card' }

/** Offers the answer that an error is about, where it was not understood. */
export function AnswerOf({ error, place = 'page' }: AnswerOfProps) {
  if (!(error instanceof ApiError) || error.answer === null) return null
  return (
    <Suspense fallback={null}>
      <RawAnswer text={error.answer} place={place} />
    </Suspense>
  )
}

import { Suspense, useEffect, useState } from 'react'
import { nameQuestion } from '../api/question.ts'
import { lazyPart } from '../features/request-errors/lazy-part.tsx'

const NameDialog = lazyPart(async () => (await import('./name-dialog.tsx')).NameDialog, {
  overPage: { onClose: ({ onAnswer }) => onAnswer(false) },
})

type Answer = (isGiven: boolean) => void

/** Asks for the person's name over the page, when their first change needs it. */
export function NameQuestion() {
  const [answer, setAnswer] = useState<Answer | null>(null)
  useEffect(() => nameQuestion.onAsked(() => new Promise(resolve => setAnswer(() => resolve))), [])
  if (answer === null) return null
  const end: Answer = isGiven => {
    setAnswer(null)
    answer(isGiven)
  }
  return (
    <Suspense>
      <NameDialog onAnswer={end} />
    </Suspense>
  )
}

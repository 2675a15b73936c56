import { Suspense, useEffect, useState } from 'react'
import { receiverQuestion, type UnconfirmedReceivers } from '../api/question.ts'
import { lazyPart } from '../features/request-errors/lazy-part.tsx'

const ReceiverDialog = lazyPart(
  async () => (await import('./receiver-dialog.tsx')).ReceiverDialog,
  {
    overPage: { onClose: ({ onAnswer }) => onAnswer(false) },
  },
)

type Asked = UnconfirmedReceivers & { answer: (isConfirmed: boolean) => void }

/** Asks whether events may be sent to receivers that Redial found in a field of the service. */
export function ReceiverQuestion() {
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(
    () =>
      receiverQuestion.onAsked(
        unconfirmed => new Promise(answer => setAsked({ ...unconfirmed, answer })),
      ),
    [],
  )
  if (asked === null) return null
  const end = (isConfirmed: boolean) => {
    setAsked(null)
    asked.answer(isConfirmed)
  }
  return (
    <Suspense>
      <ReceiverDialog receivers={asked.receivers} companies={asked.companies} onAnswer={end} />
    </Suspense>
  )
}

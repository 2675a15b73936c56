import { Suspense } from 'react'
import { lazyPart } from '../../request-errors/lazy-part.tsx'
import type { ReplayQuestionProps } from './confirm-replay.tsx'

const ConfirmReplay = lazyPart(async () => (await import('./confirm-replay.tsx')).ConfirmReplay, {
  overPage: { onClose: ({ onClose }) => onClose() },
})

/** Asks before a replay that a key starts, or that sends a delivered or handled event again. */
export function ReplayQuestion(props: ReplayQuestionProps) {
  return (
    <Suspense>
      <ConfirmReplay {...props} />
    </Suspense>
  )
}

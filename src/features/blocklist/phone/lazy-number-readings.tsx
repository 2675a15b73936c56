import { Suspense } from 'react'
import { lazyPart } from '../../request-errors/lazy-part.tsx'
import type { WithNumberReadingsProps } from './number-readings.tsx'
import { numberInterpretations } from './number-search.ts'

const WithNumberReadings = lazyPart(
  async () => (await import('./number-readings.tsx')).WithNumberReadings,
  // Without the table of countries, the usual formats of numbers are still understood.
  {
    instead: ({ text, children }: WithNumberReadingsProps) => children(numberInterpretations(text)),
  },
)

/** Renders children with the numbers that a text can mean, once the table of all countries is loaded. */
export function LazyNumberReadings(props: WithNumberReadingsProps) {
  return (
    <Suspense fallback={null}>
      <WithNumberReadings {...props} />
    </Suspense>
  )
}

import { lazy, Suspense } from 'react'
import type { WithWritingProps } from './with-writing.tsx'

const WithWriting = lazy(() =>
  import('./with-writing.tsx').catch(() => ({
    // A number is no less blocked where the ways of writing it couldn't be loaded.
    default: ({ children }: WithWritingProps) => children(null),
  })),
)

/** Draws with what is known of a number's writing, which takes a table of all countries to tell. */
export function NumberFacts(props: WithWritingProps) {
  return (
    <Suspense fallback={props.children(null)}>
      <WithWriting {...props} />
    </Suspense>
  )
}

import { Suspense } from 'react'
import { lazyPart } from '../../request-errors/lazy-part.tsx'
import type { WithWritingProps } from './with-writing.tsx'

const WithWriting = lazyPart(async () => (await import('./with-writing.tsx')).WithWriting, {
  // A number is no less blocked where the ways of writing it can't be loaded.
  instead: ({ children }: WithWritingProps) => children(null),
})

/** Draws with what is known of a number's writing, which takes a table of all countries to tell. */
export function NumberFacts(props: WithWritingProps) {
  return (
    <Suspense fallback={props.children(null)}>
      <WithWriting {...props} />
    </Suspense>
  )
}

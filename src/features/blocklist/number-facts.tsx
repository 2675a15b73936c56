import { lazy, type ReactNode, Suspense } from 'react'
import type { PhoneWriting } from './phone-writing.ts'

export type NumberFactsProps = {
  /** E.164 digits without the +. */
  number: string
  /** @param writing null where it isn't known, or not yet */
  children: (writing: PhoneWriting | null) => ReactNode
}

const WithWriting = lazy(() =>
  import('./with-writing.tsx').catch(() => ({
    // A number is no less blocked where the ways of writing it couldn't be loaded.
    default: ({ children }: NumberFactsProps) => children(null),
  })),
)

/** Draws with what is known of a number's writing, which takes a table of all countries to tell. */
export function NumberFacts(props: NumberFactsProps) {
  return (
    <Suspense fallback={props.children(null)}>
      <WithWriting {...props} />
    </Suspense>
  )
}

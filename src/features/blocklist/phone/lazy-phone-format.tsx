import { Suspense } from 'react'
import { lazyPart } from '../../request-errors/lazy-part.tsx'
import type { WithPhoneFormatProps } from './with-phone-format.tsx'

const WithPhoneFormat = lazyPart(
  async () => (await import('./with-phone-format.tsx')).WithPhoneFormat,
  {
    // A number is no less blocked where the ways of format it can't be loaded.
    instead: ({ children }: WithPhoneFormatProps) => children(null),
  },
)

/** Draws with what is known of a number's format, which takes a table of all countries to tell. */
export function LazyPhoneFormat(props: WithPhoneFormatProps) {
  return (
    <Suspense fallback={props.children(null)}>
      <WithPhoneFormat {...props} />
    </Suspense>
  )
}

import { Suspense } from 'react'
import { lazyPart } from '../../request-errors/lazy-part.tsx'
import type { WithPhoneFormatProps } from './phone-format.tsx'

const WithPhoneFormat = lazyPart(async () => (await import('./phone-format.tsx')).WithPhoneFormat, {
  // If the formats can't be loaded, the number is shown without them.
  instead: ({ children }: WithPhoneFormatProps) => children(null),
})

/** Renders children with the format of a number, once the table of all countries is loaded. */
export function LazyPhoneFormat(props: WithPhoneFormatProps) {
  return (
    <Suspense fallback={props.children(null)}>
      <WithPhoneFormat {...props} />
    </Suspense>
  )
}

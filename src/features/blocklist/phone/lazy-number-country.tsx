import { Suspense } from 'react'
import { lazyPart } from '../../request-errors/lazy-part.tsx'
import type { WithNumberCountryProps } from './number-country.tsx'

const WithNumberCountry = lazyPart(
  async () => (await import('./number-country.tsx')).WithNumberCountry,
  // If the countries can't be loaded, the number is shown without a country.
  { instead: ({ children }: WithNumberCountryProps) => children(null) },
)

/** Renders children with the country of a number, once the table of all countries is loaded. */
export function LazyNumberCountry(props: WithNumberCountryProps) {
  return (
    <Suspense fallback={props.children(null)}>
      <WithNumberCountry {...props} />
    </Suspense>
  )
}

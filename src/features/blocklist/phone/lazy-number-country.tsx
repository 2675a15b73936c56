import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '../../request-errors/lazy-part.tsx'
import type { WithNumberCountryProps } from './number-country.tsx'

const WithNumberCountry = lazyPart(
  async () => (await import('./number-country.tsx')).WithNumberCountry,
  // If the countries can't be loaded, the number is shown without a country.
  { instead: ({ children }: WithNumberCountryProps) => children(null) },
)

type LazyNumberCountryProps = WithNumberCountryProps & {
  /** By default, the number is shown without a country. */
  whileLoading?: ReactNode
}

/** Renders children with the country of a number, once the table of all countries is loaded. */
export function LazyNumberCountry({ whileLoading, ...props }: LazyNumberCountryProps) {
  return (
    <Suspense fallback={whileLoading === undefined ? props.children(null) : whileLoading}>
      <WithNumberCountry {...props} />
    </Suspense>
  )
}

import { useQuery } from '@tanstack/react-query'
import { afterPaint } from '../../../ui/after-paint.ts'

/**
 * The functions that need the table of all countries, which most pages do without. `data` is undefined
 * until they are loaded, and if they can't be: numbers are then shown without their country.
 */
export function usePhoneRules() {
  return useQuery({
    queryKey: ['phone-rules'],
    queryFn: async () => {
      // A phone loads them only after it has shown the numbers.
      await afterPaint()
      return import('./phone-entry.ts')
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

import { useMediaQuery } from '@mantine/hooks'

/** Whether the details of an event fit next to their list, which then stays in use. */
export function useIsBeside(): boolean {
  return useMediaQuery('(min-width: 1280px)', false, { getInitialValueInEffect: false })
}

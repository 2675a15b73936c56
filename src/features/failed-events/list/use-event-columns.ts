import { useMediaQuery } from '@mantine/hooks'
import { useMemo } from 'react'
import { useTimes } from '../../../format/times.ts'
import { useList } from '../../event/list/use-list.tsx'
import { useMissingColumns } from '../../service-fields/missing-columns.ts'
import { eventColumns } from './event-columns.tsx'

/**
 * The columns of failed events that fit the window and that the service can fill. A person can also
 * show the others.
 */
export function useEventColumns() {
  const { list } = useList()
  const times = useTimes()
  // On phones each row is a card, which has room for all columns. Paper has it, too.
  const isTablet = useWindowOf('screen and (min-width: 601px) and (max-width: 980px)')
  const isSmallLaptop = useWindowOf('screen and (min-width: 981px) and (max-width: 1240px)')
  const room = isTablet ? 'little' : isSmallLaptop ? 'some' : 'much'
  const missing = useMissingColumns(list)
  return useMemo(
    () => eventColumns(list, times, room).filter(({ id }) => !missing.has(id)),
    [list, times, room, missing],
  )
}

function useWindowOf(query: string): boolean {
  return useMediaQuery(query, false, { getInitialValueInEffect: false })
}

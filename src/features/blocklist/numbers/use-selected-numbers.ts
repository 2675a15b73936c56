import { useCallback, useMemo, useState } from 'react'

/** The selected numbers of an entity, without those that were unblocked in the meantime. */
export function useSelectedNumbers(numbers: string[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const chosen = useMemo(
    () => (selected.size === 0 ? [] : numbers.filter(number => selected.has(number))),
    [numbers, selected],
  )
  // A stable function, so that only changed rows render again.
  const select = useCallback(
    (number: string, isSelected: boolean) =>
      setSelected(before => changeSelection(before, [number], isSelected)),
    [],
  )
  return {
    selected,
    /** In the order of the list. */
    chosen,
    select,
    selectAll: (shown: string[], isSelected: boolean) =>
      setSelected(before => changeSelection(before, shown, isSelected)),
    selectNone: () => setSelected(new Set()),
  }
}

function changeSelection(before: ReadonlySet<string>, numbers: string[], isSelected: boolean) {
  const after = new Set(before)
  for (const number of numbers) {
    if (isSelected) after.add(number)
    else after.delete(number)
  }
  return after
}

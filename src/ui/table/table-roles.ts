import type { MouseEvent } from 'react'
/** Explicit roles, because `display: grid` removes table semantics in some browsers. */
export const ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  rowHeader: { role: 'rowheader' },
  cell: { role: 'cell' },
}

/**
 * Whether a click in a row opens the row. It does on the row itself or its link. It doesn't on a
 * control with its own action, on a click that opens a new tab, or at the end of a text selection.
 */
export function opensRow(click: MouseEvent): boolean {
  const { target } = click
  const control = target instanceof Element ? target.closest('a, button, label') : null
  if (control?.matches('a[data-opens]')) {
    return !(click.metaKey || click.ctrlKey || click.shiftKey || click.altKey)
  }
  return control === null && window.getSelection()?.isCollapsed !== false
}

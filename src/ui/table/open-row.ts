import type { MouseEvent } from 'react'

/**
 * Whether a click in a row opens it: on the row itself or its link, but not on something that has an
 * action of its own, not where the link should open a new tab, and not at the end of selecting text.
 */
export function opensRow(click: MouseEvent): boolean {
  const { target } = click
  const control = target instanceof Element ? target.closest('a, button, label') : null
  if (control?.matches('a[data-opens]')) {
    return !(click.metaKey || click.ctrlKey || click.shiftKey || click.altKey)
  }
  return control === null && window.getSelection()?.isCollapsed !== false
}

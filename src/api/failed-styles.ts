/** The links of style sheets that could not be loaded. */
const failed = new Set<HTMLLinkElement>()

/**
 * Notes every style sheet that fails to load from now on. Nothing else tells them apart later: in Chromium such a
 * link has an empty sheet, in other browsers none, like one that still loads.
 */
export function watchStyleSheets(): void {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target)
  }
  // The event does not bubble.
  document.addEventListener('error', note, { capture: true })
}

let reloading: Promise<unknown> | null = null

/**
 * Loads the style sheets that failed. Vite reports the failure of a style sheet once, and treats it as loaded at
 * the next attempt even if its link is gone.
 *
 * @throws Error if one of them fails again
 */
export async function reloadFailedStyles(): Promise<void> {
  reloading ??= Promise.all([...failed].map(reload)).finally(() => {
    reloading = null
  })
  await reloading
}

/** In the same place, because a later style sheet overrules an earlier one. */
function reload(link: HTMLLinkElement): Promise<void> {
  failed.delete(link)
  const again = link.cloneNode()
  if (!(again instanceof HTMLLinkElement)) return Promise.resolve()
  return new Promise((resolve, reject) => {
    again.addEventListener('load', () => resolve())
    again.addEventListener('error', () => reject(new Error(`${again.href} could not be loaded`)))
    link.replaceWith(again)
  })
}

/**
 * Loads the style sheets that the document has only announced, because it holds the rules of its outline
 * (docs/decisions/0050). Without one that can't be loaded, the page can still be read.
 */
export async function loadStyleSheets(): Promise<void> {
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[data-rel][as="style"]')].map(
    preloaded => {
      const sheet = document.createElement('link')
      sheet.rel = 'stylesheet'
      sheet.crossOrigin = preloaded.crossOrigin
      // Loads without applying.
      sheet.media = 'print'
      sheet.dataset.waits = ''
      sheet.setAttribute('href', preloaded.getAttribute('href') ?? '')
      return sheet
    },
  )
  const loaded = sheets.map(
    sheet =>
      new Promise(resolve => {
        sheet.addEventListener('load', resolve)
        sheet.addEventListener('error', resolve)
      }),
  )
  document.head.append(...sheets)
  await Promise.all(loaded)
}

/**
 * Applies the loaded style sheets. They apply together, as one of them alone could overrule what another one
 * says, and in the frame in which the page replaces its outline, which looks the same without them.
 */
export function applyStyleSheets(): void {
  for (const sheet of document.querySelectorAll<HTMLLinkElement>('link[data-waits]')) {
    sheet.media = 'all'
    delete sheet.dataset.waits
  }
}

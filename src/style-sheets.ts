/**
 * Applies the style sheets that the document has only announced, because it holds the rules of its outline
 * (docs/decisions/0051). They apply together, as one of them alone could overrule what another one says. The
 * page can be read without one that can't be loaded. The next part that is opened loads it (`reloadFailedStyles`).
 */
export async function applyStyleSheets(): Promise<void> {
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[data-rel][as="style"]')].map(
    preloaded => {
      const sheet = document.createElement('link')
      sheet.rel = 'stylesheet'
      sheet.crossOrigin = preloaded.crossOrigin
      // Loads without applying.
      sheet.media = 'print'
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
  for (const sheet of sheets) sheet.media = 'all'
}

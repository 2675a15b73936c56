import { PurgeCSS } from 'purgecss'

const END_OF_SHEETS = '/*! end of sheets */'

/** PurgeCSS would drop a rule with this, so it gets to see a pseudo-class that it doesn't know. */
const WHERE_HAS = /:where\(:has\([^()]*\)\)/g

/**
 * The rules of the style sheets that outlines and first rows need, in the order of the sheets, so that both are
 * painted before the sheets are there. A rule is left out if a class, element or attribute of its selector occurs
 * nowhere in `contents`. PurgeCSS also drops some other rules (docs/decisions/0050).
 *
 * @param contents markup, and the scripts that make more of it
 */
export async function outlineStyles(contents: string[], sheets: string[]): Promise<string> {
  // Variables that only an outline's own rules use are used as well.
  const own = contents.flatMap(
    content => content.match(/(?<=<style[^>]*>).*?(?=<\/style>)/gs) ?? [],
  )
  const replaced: string[] = []
  const css = [...sheets, END_OF_SHEETS, ...own]
    .join('\n')
    .replace(WHERE_HAS, found => `:replaced-${replaced.push(found) - 1}`)
  const [purged] = await new PurgeCSS().purge({
    content: contents.map(raw => ({ raw, extension: 'html' })),
    // As one sheet, because variables are left out that are not used in the same one.
    css: [{ raw: css }],
    keyframes: true,
    variables: true,
    // Scripts set them on the document.
    dynamicAttributes: ['data-mantine-color-scheme', 'dir'],
    // Nobody can use an outline.
    blocklist: [/:hover/, /:focus/, /:active/],
  })
  const [styles, rest] = purged?.css.split(END_OF_SHEETS) ?? []
  if (styles === undefined || rest === undefined) throw new Error('PurgeCSS left out a comment')
  return styles.replace(/:replaced-(\d+)/g, (_found, index) => replaced[Number(index)] ?? '')
}

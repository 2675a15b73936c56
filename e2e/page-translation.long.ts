// Long: a walk through every page while a script translates its texts.
import { chromiumEngine } from './engines/chromium.ts'
import { walkMainTasks } from './engines/main-tasks.ts'
import { expect, test } from './support/redial.ts'

test.describe.configure({ timeout: 180_000 })
test.use({ demo: 'translation' })

test('all texts follow the page while a browser translates it', async ({ page, redial }) => {
  const { text } = await redial.makeToken()
  await walkMainTasks(chromiumEngine(page), {
    url: redial.url,
    token: text,
    number: '27825558004',
    onOpened: person => person.call(translatePage),
    async afterEach(person) {
      expect(await person.call(translatedTexts)).toBeGreaterThan(5)
      expect(await person.call(translatedNames)).toEqual([])
    },
  })
})

/* The functions below run in the page, so they can't use anything else in this file. */

/** Like Google Translate: each new or changed text becomes a `<font>` in a `<font>`. */
function translatePage(): void {
  const notTranslated = 'font, [translate="no"], script, style, noscript, textarea, svg'
  const textsIn = (root: Node): Text[] => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = root instanceof Text ? [root] : []
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
    return texts
  }
  const translate = (root: Node) => {
    for (const text of textsIn(root)) {
      if (text.data.trim() === '' || !text.parentElement) continue
      if (text.parentElement.closest(notTranslated)) continue
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.append(text.data)
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  translate(document.body)
  new MutationObserver(records => {
    for (const { target, addedNodes } of records)
      for (const node of [target, ...addedNodes]) translate(node)
  }).observe(document.body, { childList: true, characterData: true, subtree: true })
}

function translatedTexts(): number {
  return document.querySelectorAll('body font > font').length
}

/** Phone numbers, URLs, hosts with a port and JSON that the translation has changed. A time is none of them. */
function translatedNames(): string[] {
  const texts = [...document.querySelectorAll('main td font > font, main pre font > font')]
  return texts
    .map(({ textContent }) => textContent)
    .filter(text => /^\+?[\d ]{9,}$|^https?:|^(localhost|[\w-]+\.[\w.-]+):\d+|^[{["]/.test(text))
}

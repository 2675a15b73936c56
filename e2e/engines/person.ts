import { expect } from '@playwright/test'
import type { Engine } from './engine.ts'

/** Elements that a person uses, by the role that screen readers announce. */
const KINDS = {
  button: 'button, summary',
  link: 'a[href]',
  field: 'input, textarea, select',
}

/** How long the page may be busy. A shared machine can be slow. */
const SOON = { intervals: [50] }
const FOUND = 'data-found-by-test'

type Place = {
  /** A CSS selector. If it finds several elements, the last one counts. */
  within?: string
}

/**
 * A person who looks at a page and uses elements by their names. Waits for elements that aren't
 * there yet.
 */
export function personIn(engine: Engine) {
  const call = <Values extends unknown[], Answer>(
    run: (...values: Values) => Answer | Promise<Answer>,
    ...values: Values
  ) => engine.evaluate(`(${run})(...${JSON.stringify(values)})`) as Promise<Answer>

  /** Resolves once there is an element of that name that can be clicked, and marks it. */
  const find = async (kind: keyof typeof KINDS, name: RegExp, { within = 'body' }: Place = {}) => {
    const sought = { selector: KINDS[kind], name: name.source, within, mark: FOUND }
    await expect
      .poll(() => call(markElement, sought), { ...SOON, message: `the ${kind} ${name}` })
      .toBe(true)
    return `[${FOUND}]`
  }

  return {
    call,
    async click(kind: keyof typeof KINDS, name: RegExp, place?: Place) {
      await engine.click(await find(kind, name, place))
    },
    /** Replaces the text of a field by typing. */
    async fill(label: RegExp, text: string, place?: Place) {
      const field = await find('field', label, place)
      await engine.click(field)
      await call(selectContent, field)
      await engine.type(text)
    },
    async sees(text: RegExp, { within = 'body' }: Place = {}) {
      await expect.poll(() => call(textOf, within), SOON).toMatch(text)
    },
    async seesNo(selector: string) {
      await expect.poll(() => call(isShown, selector), SOON).toBe(false)
    },
    async seesNoText(text: RegExp) {
      await expect.poll(() => call(textOf, 'main'), SOON).not.toMatch(text)
    },
    async isOnPage(heading: string) {
      await expect.poll(() => call(textOf, 'h1'), SOON).toBe(heading)
    },
  }
}

export type Person = ReturnType<typeof personIn>

/* The functions below run in the page, so they can't use anything else in this file. */

async function markElement(sought: {
  selector: string
  name: string
  within: string
  mark: string
}): Promise<boolean> {
  const words = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const nameOf = (element: Element) => {
    const labels = 'labels' in element && element.labels instanceof NodeList ? element.labels : []
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const labelling = [...ids.map(id => document.getElementById(id)), ...labels]
    const named = labelling.map(label => label?.textContent).join(' ')
    return words(element.getAttribute('aria-label') || named || element.textContent)
  }
  const boxOf = (element: Element) => JSON.stringify(element.getBoundingClientRect())
  const frame = () => new Promise(resolve => requestAnimationFrame(resolve))

  const name = new RegExp(sought.name)
  const place = [...document.querySelectorAll(sought.within)].at(-1)
  const element = [...(place?.querySelectorAll<HTMLElement>(sought.selector) ?? [])].find(
    element =>
      element.checkVisibility() &&
      !element.matches(':disabled, [aria-disabled="true"]') &&
      name.test(nameOf(element)),
  )
  if (element === undefined) return false
  element.scrollIntoView({ block: 'center', inline: 'center' })
  const before = boxOf(element)
  await frame()
  await frame()
  const { left, top, width, height } = element.getBoundingClientRect()
  const above = document.elementFromPoint(left + width / 2, top + height / 2)
  // It is moving, gone or covered.
  if (boxOf(element) !== before || above === null || !element.contains(above)) return false
  document.querySelector(`[${sought.mark}]`)?.removeAttribute(sought.mark)
  element.setAttribute(sought.mark, '')
  return true
}

function selectContent(selector: string): void {
  const field = document.querySelector(selector)
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
}

function textOf(selector: string): string {
  const place = [...document.querySelectorAll<HTMLElement>(selector)].at(-1)
  return (place?.innerText ?? '').replace(/\s+/g, ' ').trim()
}

function isShown(selector: string): boolean {
  return document.querySelector(selector)?.checkVisibility() ?? false
}

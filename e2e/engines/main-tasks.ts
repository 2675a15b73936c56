import { expect, test } from '@playwright/test'
import { PAGE_NAMES } from '../pages.ts'
import type { Engine } from './engine.ts'
import { type Person, personIn } from './person.ts'

const DRAWER = '[role="dialog"]:not([popover])'
const NAVIGATION = 'nav[aria-label="Pages of Redial"]'
const PHONE = 320

type Walk = {
  /** The URL of the dashboard. */
  url: string
  token: string
  /** The digits of a phone number that is on no blocklist. */
  number: string
  /** Further steps after the page has opened. They don't reload it. */
  onOpened?: (person: Person) => Promise<void>
  /** Further checks after each task. */
  afterEach?: (person: Person) => Promise<void>
}

/** What account managers do every day, in a browser that is not signed in yet. */
export async function walkMainTasks(
  engine: Engine,
  { url, token, number, onOpened, afterEach }: Walk,
): Promise<void> {
  const person = personIn(engine)
  const step = (name: string, task: () => Promise<void>) =>
    test.step(name, async () => {
      try {
        await task()
        await afterEach?.(person)
      } catch (error) {
        const inputs = await person.call(lastInputs).catch(String)
        throw new Error(`The last inputs that the page received:\n${inputs}`, { cause: error })
      }
    })

  await step('sign in', async () => {
    await engine.goto(url)
    await person.call(collectProblems)
    await onOpened?.(person)
    await person.fill(/^API token/, token)
    await person.click('button', /^Sign in$/)
    await person.isOnPage('Overview')
  })

  await step('charts', async () => {
    const chart = '[role="group"][aria-label^="Failed calls by day"]'
    await expect.poll(() => person.call(columnsOf, chart), { intervals: [50] }).toBe(30)
    await expect
      .poll(() => person.call(tallestBarOf, chart), { intervals: [50] })
      .toBeGreaterThan(20)
    await expectNoOverflow()
  })

  await step('pages of a list', async () => {
    await person.click('link', /^Failed calls$/, { within: NAVIGATION })
    await person.sees(/\d+ failed calls, page 1 of \d/)
    await person.click('button', /^Next page$/)
    await person.sees(/\d+ failed calls, page 2 of \d/)
    await person.click('button', /^Previous page$/)
    await person.sees(/\d+ failed calls, page 1 of \d/)
    await expectNoOverflow()
  })

  await step('details, and J and K to the next and the previous event', async () => {
    await person.click('link', /./, { within: 'tbody' })
    await person.sees(/1 of 20 on page 1/, { within: DRAWER })
    await person.sees(/What happened/, { within: DRAWER })
    const first = await person.call(headingOf, DRAWER)
    await engine.type('j')
    await person.sees(/2 of 20 on page 1/, { within: DRAWER })
    await engine.type('k')
    await person.sees(/1 of 20 on page 1/, { within: DRAWER })
    expect(await person.call(headingOf, DRAWER)).toBe(first)
  })

  await step('a replay, which asks who one is', async () => {
    await person.click('button', /^Replay/, { within: DRAWER })
    await person.fill(/^Your name/, 'Nomsa', { within: 'dialog' })
    await person.click('button', /^Continue$/, { within: 'dialog' })
    await person.sees(/Delivered, answered 200|Failed again/, { within: DRAWER })
    await engine.press('Escape')
    await person.seesNo(DRAWER)
  })

  await step('groups, and the events of one', async () => {
    await person.click('button', /^Grouped$/)
    await person.sees(/\d+ groups of \d+ failed calls/)
    await expectNoOverflow()
    await person.click('link', /./, { within: 'tbody' })
    await person.sees(/\d+ of \d+ failed calls match/)
    await expectNoOverflow()
  })

  await step('block a number, after an error next to its field', async () => {
    await person.click('link', /^Blocklist$/, { within: NAVIGATION })
    await person.isOnPage('Blocklist')
    await person.click('button', /^Block numbers$/, { within: 'main' })
    await person.fill(/^Paste a list/, '12', { within: DRAWER })
    await person.click('button', /^Block numbers/, { within: DRAWER })
    await expect
      .poll(() => person.call(errorBesideField, 'Number 1'), { intervals: [50] })
      .toMatch(/^Too short/)
    await person.fill(/^Number 1$/, number, { within: DRAWER })
    await person.click('button', /^Block 1 number for /, { within: DRAWER })
    await person.sees(/1 number blocked for /)
    await person.seesNo(DRAWER)
  })

  await step('settings', async () => {
    await person.click('link', /^Settings$/, { within: NAVIGATION })
    await person.isOnPage('Settings')
    await person.click('button', /^Set a receiver$/, { within: 'main' })
    await person.fill(/^Tracking number$/, '+27 21 555 0133', { within: DRAWER })
    await person.fill(/^URL/, 'http://acme.example/', { within: DRAWER })
    await person.click('button', /^Save receiver$/, { within: DRAWER })
    await person.sees(/must begin with https/, { within: DRAWER })
    await person.click('button', /^Cancel$/, { within: DRAWER })
    await person.seesNo(DRAWER)
  })

  await step('dark', async () => {
    await person.click('button', /^Account/)
    await person.click('button', /^Dark$/)
    await expect.poll(() => person.call(brightnessOfPage), { intervals: [50] }).toBeLessThan(80)
    await engine.press('Escape')
  })

  await step('no page is wider than a phone', async () => {
    await engine.setWidth(PHONE)
    for (const page of PAGE_NAMES) {
      // The mouse would hit the scroll bar that some browsers put over such a low row of links.
      await person.call(follow, NAVIGATION, page)
      await person.isOnPage(page)
      await person.seesNoText(/Loading|Reading/)
      await expectNoOverflow()
    }
  })

  expect(await person.call(problemsOfPage)).toEqual([])

  async function expectNoOverflow() {
    const page = await person.call(headingOf, 'main')
    expect(await person.call(overflow), `pixels that ${page} is too wide`).toBe(0)
  }
}

/* The functions below run in the page, so they can't use anything else in this file. */

function collectProblems(): void {
  const problems: string[] = []
  const inputs: string[] = []
  Object.assign(window, { problems, inputs })
  for (const kind of ['pointerdown', 'click', 'keydown']) {
    const note = ({ target }: Event) => {
      const element = target instanceof Element ? target.outerHTML : String(target)
      inputs.push(`${Math.round(performance.now())} ms ${kind} ${element.slice(0, 160)}`)
    }
    addEventListener(kind, note, { capture: true })
  }
  addEventListener('error', event => problems.push(event.message))
  addEventListener('unhandledrejection', event => problems.push(String(event.reason)))
  addEventListener('securitypolicyviolation', event => {
    problems.push(`${event.violatedDirective}: ${event.blockedURI}`)
  })
}

function problemsOfPage(): unknown {
  return 'problems' in window ? window.problems : ['They were not collected.']
}

function lastInputs(): string {
  const inputs = 'inputs' in window && Array.isArray(window.inputs) ? window.inputs : []
  return [...inputs.slice(-10), `${Math.round(performance.now())} ms now`].join('\n')
}

function columnsOf(chart: string): number {
  return document.querySelectorAll(`${chart} a[href]`).length
}

function tallestBarOf(chart: string): number {
  const bars = [...document.querySelectorAll(`${chart} a[href] [data-part]`)]
  return Math.max(0, ...bars.map(bar => bar.getBoundingClientRect().height))
}

function follow(place: string, name: string): void {
  const links = [...document.querySelectorAll<HTMLElement>(`${place} a`)]
  links.find(({ textContent }) => textContent.trim() === name)?.click()
}

function headingOf(place: string): string | null | undefined {
  return document.querySelector(`${place} :is(h1, h2)`)?.textContent
}

/** The error message of a field, if it is right next to the field. */
function errorBesideField(label: string): string | null {
  const fields = [...document.querySelectorAll('input')]
  const field = fields.find(({ labels }) => labels?.[0]?.textContent?.trim() === label)
  if (field?.getAttribute('aria-invalid') !== 'true') return null
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  const { top, right, bottom } = field.getBoundingClientRect()
  const error = ids
    .map(id => document.getElementById(id))
    .find(element => {
      const box = element?.getBoundingClientRect()
      return box && Math.abs(box.left - right) < 16 && box.top < bottom && box.bottom > top
    })
  return error?.textContent ?? null
}

/** From 0 for black to 255 for white. */
function brightnessOfPage(): number {
  const [red = 255, green = 255, blue = 255] = (
    getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g) ?? []
  ).map(Number)
  return Math.max(red, green, blue)
}

function overflow(): number {
  const { scrollWidth, clientWidth } = document.documentElement
  return scrollWidth - clientWidth
}

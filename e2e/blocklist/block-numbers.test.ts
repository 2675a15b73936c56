import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/redial.ts'
import { blockNumbersForm } from './block-numbers-form.ts'
import { signedInAccount, signedInPartner } from './blocklist-account.ts'
import { unblock } from './unblock.ts'

test('three numbers are blocked for a company once the fourth, which is none, is put right', async ({
  page,
  redial,
}) => {
  const service = await signedInAccount(page, redial)
  const sent = blocksSent(page)
  await page.goto('/blocklist')
  const form = blockNumbersForm(page)
  await form.open()
  await form.dialog.getByRole('radio', { name: 'Company' }).check()
  await form.name.fill('Müller')
  await page.getByRole('option', { name: 'Müller Motors' }).click()
  await expect(form.reference).toHaveValue('mueller-motors')
  await form.enter('27825551001', '27825551002', '27825551003', 'my mobile')
  await form.submit()

  await expect(form.number(4)).toHaveAttribute('aria-invalid', 'true')
  await expect(form.number(4)).toHaveAccessibleDescription('Not a phone number.')
  await expect(form.number(4)).toBeFocused()
  for (const row of [1, 2, 3]) await expectRight(form.number(row))
  expect(sent).toEqual([])
  expect(await service.numbersOf('company', 'mueller-motors')).toEqual([])

  await form.number(4).fill('27825551004')
  await expectRight(form.number(4))
  await form.submit()
  await expect(page.getByText('4 numbers blocked for Müller Motors.')).toBeVisible()
  await expect(form.dialog).toBeHidden()
  await expect(page).toHaveURL(/\/blocklist\?context=company&entity=mueller-motors$/)
  const blocked = ['27825551001', '27825551002', '27825551003', '27825551004']
  for (const number of blocked) {
    await expect(page.getByRole('row').filter({ hasText: number })).toBeVisible()
  }
  expect(sent).toHaveLength(1)
  expect(await service.numbersOf('company', 'mueller-motors')).toEqual(blocked)
})

test('three numbers are blocked once the fourth, which is none, is taken out', async ({
  page,
  redial,
}) => {
  const service = await signedInAccount(page, redial)
  await page.goto('/blocklist?entity=blouberg-auto&add=true')
  const form = blockNumbersForm(page)
  await form.enter('27825551011', '27825551012', '27825551013', '12')
  await form.submit()
  await expect(form.number(4)).toHaveAccessibleDescription(/Too short/)
  await form.dialog.getByRole('button', { name: 'Remove row 4' }).click()
  await form.submit()
  await expect(page.getByText('3 numbers blocked for Blouberg Auto.')).toBeVisible()
  // Other files' tests block callers of the same company.
  expect(await service.numbersOf('company', 'blouberg-auto')).toEqual(
    expect.arrayContaining(['27825551011', '27825551012', '27825551013']),
  )
})

test('a click on a button below the entries counts even if the entry that it leaves is wrong', async ({
  page,
  redial,
}) => {
  await signedInAccount(page, redial)
  await page.goto('/blocklist?add=true')
  const form = blockNumbersForm(page)
  await form.enter('27825551011', '12')
  const chooser = page.waitForEvent('filechooser')
  await clickSlowly(form.dialog.getByRole('button', { name: 'Choose a file' }))
  await chooser

  await form.number(2).fill('123')
  await clickSlowly(form.dialog.getByRole('button', { name: 'Clear the list' }))
  await form.expectEntries('')
  await expect(form.number(1)).toBeFocused()
})

test('an entry that grows moves the button below it in the same frame', async ({
  page,
  redial,
}) => {
  await signedInAccount(page, redial)
  await page.goto('/blocklist?add=true')
  const form = blockNumbersForm(page)
  const add = form.dialog.getByRole('button', { name: 'Add a number' })
  await expect(form.number(1)).toBeVisible()
  const before = await topOf(add)
  await add.evaluate(button => {
    const note = () => {
      button.dataset.top = String(button.getBoundingClientRect().top)
    }
    window.addEventListener('input', () => requestAnimationFrame(note), { once: true })
  })
  await form.number(1).fill('27825551011')
  await expect(form.number(1)).toHaveAccessibleDescription(/^Sent as/)
  await expect(add).toHaveAttribute('data-top', /./)
  await expect.poll(() => topOf(add)).toBeGreaterThan(before)
  // A transition or a second drawing would move it in a later frame.
  await twoFrames(page)
  expect(await topOf(add)).toBe(Number(await add.getAttribute('data-top')))
})

test('of good and bad numbers each bad one is told what is wrong with it', async ({
  page,
  redial,
}) => {
  const service = await signedInAccount(page, redial)
  const sent = blocksSent(page)
  await page.goto('/blocklist?entity=van-wyk-seuns&add=true')
  const form = blockNumbersForm(page)
  await form.enter('27825551021', '0825551022', '2782', '', '2782555102312345', '27 82 555 10x4')
  await expect(form.dialog).toContainText('2 of 5 entries can be sent.')
  await form.submit()
  await expectRight(form.number(1))
  await expectRight(form.number(2))
  await expect(form.number(2)).toHaveAccessibleDescription(
    'Sent as 27825551022 · South Africa · Read as a number of South Africa.',
  )
  await expect(form.number(3)).toHaveAccessibleDescription(/Too short/)
  await expectRight(form.number(4))
  await expect(form.number(5)).toHaveAccessibleDescription(/Too long/)
  await expect(form.number(6)).toHaveAccessibleDescription('Not a phone number.')
  await expect(form.number(3)).toBeFocused()
  expect(sent).toEqual([])
  expect(await service.numbersOf('company', 'van-wyk-seuns')).toEqual([])
})

test('a name that is typed over takes the reference of its own along', async ({ page, redial }) => {
  const service = await signedInPartner(page, redial, { companies: ['Berg Auto', 'Quiet Cars'] })
  await page.goto('/blocklist?context=company&entity=Berg+Auto&add=true')
  const form = blockNumbersForm(page)
  await expect(form.name).toHaveValue('Berg Auto')
  await form.name.fill('quiet cars')
  await expect(page.getByRole('option', { name: 'Quiet Cars' })).toBeVisible()
  await form.number(1).fill('27825551121')
  await expect(form.reference).toHaveValue('Quiet Cars')
  await form.name.fill('Berg')
  await expect(form.reference).toHaveAccessibleDescription(/^This is the reference of Quiet Cars/)
  await form.name.fill('quiet cars')
  await expect(form.reference).toHaveAccessibleDescription('')
  await form.submit()
  await expect(page.getByText('1 number blocked for Quiet Cars.')).toBeVisible()
  expect(await service.numbersOf('company', 'Quiet Cars')).toEqual(['27825551121'])
})

test('numbers in any usual writing are blocked as digits, and one of the list is told as such', async ({
  page,
  redial,
}) => {
  const service = await signedInAccount(page, redial)
  await service.block('company', 'garden-route-4x4', ['27825551031'])
  await page.goto('/blocklist?entity=garden-route-4x4&add=true')
  const form = blockNumbersForm(page)
  await form.enter(
    '+27 82 555 1031',
    '+27 (0)82-555-1032',
    '0027 82 555 1033',
    '27.82.555.1034',
    '27825551034',
  )
  await form.submit()
  await expect(
    page.getByText('3 numbers blocked for Garden Route 4×4. 1 was blocked already.'),
  ).toBeVisible()
  expect(await service.numbersOf('company', 'garden-route-4x4')).toEqual([
    '27825551031',
    '27825551032',
    '27825551033',
    '27825551034',
  ])

  await form.open()
  await form.enter('+27 82 555 1031')
  await form.submit()
  await expect(
    page.getByText('Nothing new: 1 number was blocked for Garden Route 4×4 already.'),
  ).toBeVisible()
})

test('a pasted column is spread over rows', async ({ page, redial }) => {
  await signedInAccount(page, redial)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/blocklist?entity=oreilly-auto&add=true')
  await page.evaluate(() => navigator.clipboard.writeText('27825551041\r\n082 12\r\n27825551042'))
  const form = blockNumbersForm(page)
  await form.number(1).click()
  await page.keyboard.press('ControlOrMeta+V')
  await form.expectEntries('27825551041', '082 12', '27825551042')
  await expect(form.number(2)).toHaveAccessibleDescription(/Too short/)
})

test('an entity that is not one’s own is refused at its reference, and nothing typed is lost', async ({
  page,
  redial,
}) => {
  await signedInAccount(page, redial)
  await page.goto('/blocklist?add=true')
  const form = blockNumbersForm(page)
  await form.enter('27825551051', '27825551052')
  for (const { context, name, reference } of [
    { context: 'Company', name: 'Berg Auto Harrismith', reference: 'berg-auto' },
    { context: 'Partner', name: 'Drakensberg Auto Holdings', reference: 'drakensberg' },
    { context: 'Group', name: 'Nobody’s', reference: 'no-such-group' },
  ]) {
    await test.step(context, async () => {
      await form.dialog.getByRole('radio', { name: context }).check()
      await form.name.fill(name)
      await form.reference.fill(reference)
      await form.submit()
      await expect(form.reference).toHaveAccessibleDescription(
        new RegExp(`You have no ${context.toLowerCase()} with this reference.*${reference}`),
      )
      await expect(form.reference).toHaveAttribute('aria-invalid', 'true')
      await expect(form.reference).toBeFocused()
      await expect(form.name).toHaveValue(name)
      await form.expectEntries('27825551051', '27825551052')
    })
  }
})

test('a number is blocked and unblocked for a group, and one for a partner', async ({
  page,
  redial,
}) => {
  const service = await signedInAccount(page, redial)
  await page.goto('/blocklist')
  const form = blockNumbersForm(page)
  for (const { context, tab, name, reference, number } of [
    {
      context: 'group',
      tab: /^Group/,
      name: 'Karoo Highveld',
      reference: 'karoo-highveld',
      number: '27825551061',
    },
    {
      context: 'partner',
      tab: /^Partner/,
      name: 'Karoo Motor Group',
      reference: 'karoo',
      number: '27825551062',
    },
  ] as const) {
    await test.step(context, async () => {
      await page.getByRole('tab', { name: tab }).click()
      await form.open()
      await form.name.fill(name)
      await form.reference.fill(reference)
      await form.enter(number)
      await form.submit()
      await expect(page.getByText(`1 number blocked for ${name}.`)).toBeVisible()
      await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
      expect(await service.numbersOf(context, reference)).toContain(number)

      await unblock(page, number)
      await expect(page.getByText(`${number} unblocked for ${name}.`)).toBeVisible()
      expect(await service.numbersOf(context, reference)).not.toContain(number)
    })
  }
})

test('a number is blocked by the keyboard alone', async ({ page, redial }) => {
  const service = await signedInAccount(page, redial)
  await page.goto('/blocklist?context=company')
  const form = blockNumbersForm(page)
  await expect(page.getByRole('table')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Block numbers' }))
  await page.keyboard.press('Enter')
  await expect(form.number(1)).toBeFocused()
  await tabTo(page, form.name)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('kwela')
  await expect(page.getByRole('option', { name: 'Kwela Bakkies' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(form.name).toHaveValue('Kwela Bakkies')
  await tabTo(page, form.number(1))
  await page.keyboard.type('+27 82 555 1101')
  await page.keyboard.press('Enter')
  await expect(form.number(2)).toBeFocused()
  await page.keyboard.type('27825551102')
  await tabTo(page, form.dialog.getByRole('button', { name: /^Block ([\d,]+ )?number/ }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 numbers blocked for Kwela Bakkies.')).toBeVisible()
  // Other files of tests may have blocked some of it, too.
  expect(await service.numbersOf('company', 'kwela-bakkies')).toEqual(
    expect.arrayContaining(['27825551101', '27825551102']),
  )
})

test('what was typed outlasts Escape and a lost connection', async ({ page, redial }) => {
  const service = await signedInAccount(page, redial)
  await page.goto('/blocklist?entity=acme-cars&add=true')
  const form = blockNumbersForm(page)
  await form.enter('27825551111', '27825551112')
  await page.keyboard.press('Escape')
  await expect(form.dialog).toBeHidden()
  await form.open()
  await form.expectEntries('27825551111', '27825551112')

  await page.context().setOffline(true)
  await form.submit()
  await expect(form.dialog.getByRole('alert')).toContainText('No connection')
  await form.expectEntries('27825551111', '27825551112')
  expect(await service.numbersOf('company', 'acme-cars')).not.toContain('27825551111')

  await page.context().setOffline(false)
  await form.submit()
  await expect(page.getByText('2 numbers blocked for Acme Cars Sandton.')).toBeVisible()
  expect(await service.numbersOf('company', 'acme-cars')).toEqual(
    expect.arrayContaining(['27825551111', '27825551112']),
  )
})

/** The bodies of the requests that block numbers, as the page sends them. */
function blocksSent(page: Page): unknown[] {
  const sent: unknown[] = []
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith('/v1/blocklist/')) {
      sent.push(request.postDataJSON())
    }
  })
  return sent
}

async function expectRight(field: Locator) {
  await expect(field).not.toHaveAttribute('aria-invalid', 'true')
}

/** Presses Tab until the element has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, element: Locator) {
  await expect(element).toBeVisible()
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab')
    if (await element.evaluate(node => node === document.activeElement)) return
  }
  await expect(element).toBeFocused()
}

/** Holds the mouse button for some frames, as a person does. */
async function clickSlowly(button: Locator) {
  const page = button.page()
  await button.hover()
  await page.mouse.down()
  await twoFrames(page)
  await page.mouse.up()
}

async function twoFrames(page: Page) {
  await page.evaluate(
    () =>
      new Promise(resolve => {
        requestAnimationFrame(() => requestAnimationFrame(resolve))
      }),
  )
}

function topOf(button: Locator): Promise<number> {
  return button.evaluate(element => element.getBoundingClientRect().top)
}

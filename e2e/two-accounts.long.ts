// Long: three people sign in one after the other, and look at every page.
import type { Page } from '@playwright/test'
import { addPartner } from '../server/testing/test-service.ts'
import { blockNumbersForm } from './blocklist/block-numbers-form.ts'
import { visitAgo } from './overview-page.ts'
import { openSession } from './support/open-session.ts'
import { expect, type Redial, signIn, test } from './support/redial.ts'

let partners = 0

/** The token of a separate account. */
async function makeAccount(redial: Redial): Promise<string> {
  const companies = ['Acme Cars']
  const { token } = await addPartner(redial.app.database, `account-${++partners}`, { companies })
  return token
}

/** Signs in without the form, with this name. */
async function useSession(page: Page, redial: Redial, token: string, name: string): Promise<void> {
  await page.context().clearCookies()
  await page.context().addCookies([await openSession(redial.url, token, name)])
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL(/\/sign-in/)
}

async function shareView(page: Page, name: string): Promise<void> {
  const views = await openViews(page)
  await views.getByLabel('Name', { exact: true }).fill(name)
  await views.getByLabel('Everybody on this account').check()
  await views.getByRole('button', { name: 'Save view' }).click()
}

async function openViews(page: Page) {
  await page.goto('/failed-calls')
  await page.getByRole('button', { name: 'Saved views' }).click()
  return page.getByRole('dialog', { name: 'Saved views' })
}

const lastVisit = (page: Page) => page.getByRole('heading', { name: 'Since your last visit' })

/** Hides a column, and reads which boxes of the menu are checked. */
async function openColumns(page: Page) {
  await page.goto('/failed-calls')
  await page.getByRole('button', { name: 'Columns' }).click()
  return page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'Receiver' })
}

test('shared views, layout and last visit belong to the account', async ({ page, redial }) => {
  const [token, other] = [await makeAccount(redial), await makeAccount(redial)]
  await useSession(page, redial, token, '')
  await (await openColumns(page)).uncheck()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Today', exact: true })).toBeVisible()
  await visitAgo(page, 60)

  await test.step('a name that is given later changes nothing', async () => {
    await shareView(page, 'Mornings')
    const question = page.getByRole('dialog', { name: 'Who are you?' })
    await question.getByLabel('Your name').fill('Thandi')
    await question.getByRole('button', { name: 'Continue' }).click()
    // Before that, leaving the page would stop the request that saves it.
    await expect(page.getByRole('link', { name: 'Mornings' })).toBeVisible()
    await expect((await openViews(page)).getByRole('link')).toHaveText(/Mornings/)
    await expect(await openColumns(page)).not.toBeChecked()
    await page.goto('/')
    await expect(lastVisit(page)).toBeVisible()
  })

  await test.step('another account has its own', async () => {
    await useSession(page, redial, other, '')
    await expect(await openViews(page)).toContainText('No views yet')
    await expect(await openColumns(page)).toBeChecked()
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Today', exact: true })).toBeVisible()
    await expect(lastVisit(page)).toHaveCount(0)
  })

  await test.step('and the first account finds its own again', async () => {
    await useSession(page, redial, token, 'Pieter')
    await expect((await openViews(page)).getByRole('link')).toHaveText(/Mornings/)
    await expect(await openColumns(page)).not.toBeChecked()
  })
})

test('form drafts are removed when a person signs out', async ({ page, redial }) => {
  const [token, other] = [await makeAccount(redial), await makeAccount(redial)]
  const form = blockNumbersForm(page)
  const isEmptyForm = async () => {
    await page.getByRole('link', { name: 'Blocklist' }).click()
    await form.open()
    // Without entries, a form that has yet to open would look the same.
    await expect(page.getByRole('dialog')).toBeVisible()
    await form.expectEntries()
    await page.keyboard.press('Escape')
  }
  await signIn(page, token)
  await page.getByRole('link', { name: 'Blocklist' }).click()
  await form.open()
  await form.enter('0821230001')
  await page.keyboard.press('Escape')
  await form.open()
  await form.expectEntries('0821230001')
  await page.keyboard.press('Escape')
  await signOut(page)

  // The page isn't loaded again in between.
  await page.getByLabel('API token').fill(other)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await isEmptyForm()
  await signOut(page)
  await page.getByLabel('API token').fill(token)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await isEmptyForm()
})

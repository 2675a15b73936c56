import { endSessionAndClick, openSession } from './support/open-session.ts'
import { expect, signIn, test } from './support/redial.ts'

test('the printed link signs in once, and leaves no code', async ({ page, redial }) => {
  const link = redial.app.signInLink ?? ''
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
  await page.context().clearCookies()
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('used')
  expect(page.url()).not.toContain('code=')
})

test('a link that is opened in a tab with Sign in is used', async ({ page, redial }) => {
  await page.goto('/sign-in')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  const { hash } = new URL(redial.app.signInLink ?? '')
  // As a browser does with a link that differs only after the #.
  await page.evaluate(link => {
    window.location.hash = link
  }, hash)
  await expect(page.getByRole('alert')).toContainText('used')
  expect(page.url()).not.toContain('code=')
})

test('a wrong token is reported next to the field, and the input stays', async ({ page }) => {
  await page.goto('/sign-in')
  await page.getByLabel('API token').fill('not-a-token')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('API token')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('API token')).toHaveAccessibleDescription(/does not (accept|know)/)
  await expect(page.getByLabel('API token')).toHaveValue('not-a-token')
  await expect(page).toHaveURL(/\/sign-in/)
})

test('the heading has the focus, with a ring only for keyboard users', async ({ page, redial }) => {
  const { text } = await redial.makeToken()
  for (const isByKeyboard of [false, true]) {
    await page.context().clearCookies()
    await page.goto('/sign-in')
    await page.getByLabel('API token').fill(text)
    const button = page.getByRole('button', { name: 'Sign in' })
    await (isByKeyboard ? button.press('Enter') : button.click())
    const heading = page.getByRole('heading', { level: 1, name: 'Overview' })
    await expect(heading).toBeFocused()
    expect(await heading.evaluate(element => element.matches(':focus-visible'))).toBe(isByKeyboard)
  }
})

test('Sign in returns to the page where a token was revoked', async ({ page, redial }) => {
  const first = await redial.makeToken()
  await signIn(page, first.text)
  await expect(page.getByText(/page 1 of/)).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText(/page 2 of/)).toBeVisible()
  const place = page.url()
  await first.revoke()
  await page.reload()
  await expect(page).toHaveURL(/\/sign-in/)
  await expect(page.getByText(/signed out/i)).toBeVisible()
  const second = await redial.makeToken()
  await page.getByLabel('API token').fill(second.text)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText(/page 2 of/)).toBeVisible()
  expect(page.url()).toBe(place)
})

test('signing out everywhere ends all sessions of a token', async ({ page, redial }) => {
  const { text } = await redial.makeToken()
  await signIn(page, text)
  const other = await openSession(redial.url, text, 'Pieter')
  const asOther = { headers: { cookie: `${other.name}=${other.value}` } }
  await page.getByRole('button', { name: /^Account:/ }).click()
  const sessions = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByRole('listitem').filter({ hasText: 'Pieter' })).toBeVisible()
  await expect(sessions.getByText('This browser')).toHaveCount(1)
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  const ended = await page.request.get(`${redial.url}/v1/call_events_fail/`, asOther)
  expect(ended.status()).toBe(401)
  await page.goto('/failed-calls')
  await expect(page).toHaveURL(/\/sign-in/)
})

test('a replay that the end of the session refused is named', async ({ signedIn: page }) => {
  const replay = page.getByRole('table').getByRole('button', { name: 'Replay' }).first()
  await endSessionAndClick(replay)
  await expect(page).toHaveURL(/\/sign-in/)
  await expect(page.getByRole('status')).toContainText('Your last change was not made')
})

test('a selection and a name are kept until sign-out', async ({ page, redial }) => {
  const { text } = await redial.makeToken()
  const rows = page.getByRole('table', { name: 'Failed calls' }).getByRole('row')
  const bar = page.getByRole('region', { name: 'Selected events' })
  const enter = async () => {
    await page.getByLabel('API token').fill(text)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  await page.goto('/failed-calls')
  await page.getByLabel('Your name').fill('Thandi')
  await enter()
  await rows.nth(1).getByRole('checkbox').check()
  await rows.nth(2).getByRole('checkbox').check()
  await endSessionAndClick(bar.getByRole('button', { name: 'Replay selected…' }))
  await expect(page).toHaveURL(/\/sign-in/)
  await expect(page.getByLabel('Your name')).toHaveValue('Thandi')
  await enter()
  await expect(bar.getByRole('status')).toHaveText('2 selected')
  await expect(rows.nth(1).getByRole('checkbox')).toBeChecked()

  await page.getByRole('button', { name: 'Account: Thandi' }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByLabel('Your name')).toHaveValue('')
  await enter()
  await page.getByRole('link', { name: 'Failed calls', exact: true }).click()
  await expect(rows.nth(1).getByRole('checkbox')).not.toBeChecked()
  await expect(bar).toHaveCount(0)
})

test('the token is where no script can read it', async ({ page, redial }) => {
  const { text } = await redial.makeToken()
  const urls: string[] = []
  page.on('request', request => urls.push(request.url()))
  await signIn(page, text)
  const readable = await page.evaluate(() =>
    JSON.stringify([
      document.cookie,
      { ...localStorage },
      { ...sessionStorage },
      document.documentElement.outerHTML,
    ]),
  )
  expect(readable).not.toContain(text)
  expect(urls.join()).not.toContain(text)
})

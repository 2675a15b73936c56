// Long: axe and the keyboard go through every part of the gallery.
import { expectAccessible } from '../support/expect-accessible.ts'
import { expect, test } from './gallery.ts'

test('no part has a finding of axe, in light or dark', async ({ gallery: { page } }) => {
  // The gallery shows parts of several pages, whose landmarks are one of a kind on their own page.
  await expectAccessible(page, {
    without: ['landmark-main-is-top-level', 'landmark-no-duplicate-main', 'landmark-unique'],
  })
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme })

    test('no part is wider than a narrow screen', async ({ gallery: { page } }) => {
      await page.setViewportSize({ width: 320, height: 800 })
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow).toBe(0)
    })

    test('a failure is announced immediately, other notices politely', async ({
      gallery: { example },
    }) => {
      await expect(example('A failure').getByRole('alert')).toBeVisible()
      await expect(example('Good news').getByRole('status')).toBeVisible()
      await expect(example('Something to know').getByRole('status')).toBeVisible()
    })

    test('markup in a text stays text', async ({ gallery: { example } }) => {
      await expect(example('A long text')).toContainText('<b>not markup</b>')
      await expect(example('A long text').locator('b')).toHaveCount(0)
    })

    test('a load failure is an alert with a button to try again, an empty result is neither', async ({
      gallery: { example },
    }) => {
      const failure = example('Load failure')
      await failure.getByRole('button', { name: 'Try again' }).click()
      await expect(failure.getByRole('alert')).toContainText('You tried again once.')
      const retrying = example('Load failure, retrying').getByRole('button', { name: 'Try again' })
      await expect(retrying).toBeDisabled()
      await expect(example('Nothing found').getByRole('alert')).toHaveCount(0)
      await expect(example('Loading').getByRole('status')).toContainText('Loading failed calls…')
    })

    test('the pager turns pages by the keyboard and keeps the focus on the last page', async ({
      gallery: { page, example },
    }) => {
      const pager = example('Three pages')
      const next = pager.getByRole('button', { name: 'Next page' })
      const previous = pager.getByRole('button', { name: 'Previous page' })
      await expect(previous).toBeDisabled()
      await next.focus()
      await page.keyboard.press('Enter')
      await page.keyboard.press('Enter')
      await expect(pager.getByText('page 3 of 3')).toBeVisible()
      await expect(next).toBeDisabled()
      await expect(next).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(pager.getByText('page 3 of 3')).toBeVisible()
      await pager.getByLabel('Rows per page').selectOption('100')
      await expect(pager.getByLabel('Rows per page')).toHaveValue('100')
      await expect(example('Loading another page').getByText('Loading…')).toBeVisible()
    })

    test('a table opens a row by a click and by its link, and names its columns', async ({
      gallery: { page, example },
    }) => {
      const table = example('Table').getByRole('table', { name: 'Companies' })
      await expect(table.getByRole('columnheader')).toHaveText(['Company', 'Attempts'])
      await table.getByRole('cell', { name: '4', exact: true }).click()
      await expect(example('Table').getByText('Open: one')).toBeVisible()
      await table.getByRole('link', { name: 'Bela Motors' }).focus()
      await page.keyboard.press('Enter')
      await expect(example('Table').getByText('Open: two')).toBeVisible()
      await expect(
        example('Table, loading other rows').getByRole('table', { name: 'Companies, busy' }),
      ).toHaveAttribute('aria-busy', 'true')
    })

    test('few of 5,000 virtual rows are drawn, and the keyboard reaches the last one', async ({
      gallery: { page, example },
    }) => {
      const table = example('Virtual rows').getByRole('table', { name: 'Many companies' })
      await expect(table).toHaveAttribute('aria-rowcount', '5001')
      expect(await table.locator('tbody tr[data-index]').count()).toBeLessThan(100)
      const first = table.getByRole('link', { name: 'Company 1', exact: true })
      await first.scrollIntoViewIfNeeded()
      await first.focus()
      await page.keyboard.press('ArrowDown')
      await expect(table.getByRole('link', { name: 'Company 2', exact: true })).toBeFocused()
      await page.keyboard.press('End')
      const last = table.getByRole('link', { name: 'Company 5000', exact: true })
      await expect(last).toBeFocused()
      await expect(last).toBeInViewport()
      const row = table.getByRole('row', { name: 'Company 5000', exact: false })
      await expect(row).toHaveAttribute('aria-rowindex', '5001')
      await page.keyboard.press('Home')
      await expect(first).toBeFocused()
    })

    test('a form that is refused shows why, leads to the field or the message, and keeps the input', async ({
      gallery: { example },
    }) => {
      const form = example('Form')
      const number = form.getByLabel('Phone number')
      const submit = form.getByRole('button', { name: 'Block number' })

      await submit.click()
      await expect(form.getByText('Enter a phone number.')).toBeVisible()
      await expect(number).toBeFocused()

      await number.fill('0')
      await submit.click()
      await expect(form.getByText('This number is not valid.')).toBeVisible()
      await expect(number).toBeFocused()
      await expect(number).toHaveValue('0')

      await number.fill('999')
      await submit.click()
      const alert = form.getByRole('alert').filter({ hasText: 'The service is closed.' })
      await expect(alert).toContainText('Try tomorrow.')
      await expect(alert).toBeFocused()
      await expect(number).toHaveValue('999')

      await number.fill('27820000001')
      await number.press('Enter')
      await expect(form.getByText('Sent: 27820000001')).toBeVisible()
    })

    test('a popover opens by the keyboard and closes by Escape and by its own button', async ({
      gallery: { page, example },
    }) => {
      const button = example('Popover').getByRole('button', { name: 'Saved views' })
      const popover = page.getByRole('dialog', { name: 'Your saved views' })
      await button.focus()
      await page.keyboard.press('Enter')
      await expect(popover).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(popover).toBeHidden()
      await expect(button).toBeFocused()
      await button.click()
      await popover.getByRole('button', { name: 'Done' }).click()
      await expect(popover).toBeHidden()
    })

    test('a drawer that is busy can’t be closed, and gives the focus back when it closes', async ({
      gallery: { page, example },
    }) => {
      const opener = example('Drawer').getByRole('button', { name: 'Open the drawer' })
      await opener.click()
      const drawer = page.getByRole('dialog', { name: 'Failed call' })
      await drawer.getByRole('button', { name: 'Start' }).click()
      await expect(drawer.getByRole('button', { name: 'Close' })).toBeDisabled()
      await page.keyboard.press('Escape')
      await drawer.getByRole('button', { name: 'Finish' }).click()
      await page.keyboard.press('Escape')
      await expect(drawer).toBeHidden()
      await expect(opener).toBeFocused()
    })

    test('fields and choices have labels and hints', async ({ gallery: { example } }) => {
      const search = example('Search field').getByRole('searchbox', { name: 'Search companies' })
      await search.fill('Acme')
      await expect(search).toHaveValue('Acme')
      const choice = example('Choice').getByRole('group', { name: 'Format' })
      await choice.getByRole('radio', { name: /JSON/ }).check()
      await expect(choice.getByRole('radio', { name: /CSV/ })).not.toBeChecked()
    })

    test('JSON folds and can be searched', async ({ gallery: { example } }) => {
      const view = example('Payload').getByRole('region', { name: 'Payload' })
      await view.getByRole('searchbox').fill('27820000001')
      await expect(view.getByText('1 found')).toBeVisible()
      await expect(view.locator('mark')).toHaveText('27820000001')
      await view.getByRole('button', { name: 'caller, 2 fields' }).click()
      await expect(view).not.toContainText('27820000001')
    })

    test('a click on a column header sorts, and another one turns the order', async ({
      gallery: { example },
    }) => {
      const table = example('Table, sorted').getByRole('table')
      const company = table.getByRole('columnheader', { name: 'Company' })
      await expect(table.getByRole('columnheader', { name: 'Attempts' })).toHaveAttribute(
        'aria-sort',
        'descending',
      )
      await company.getByRole('button').click()
      await expect(company).toHaveAttribute('aria-sort', 'ascending')
      await company.getByRole('button').click()
      await expect(company).toHaveAttribute('aria-sort', 'descending')
    })

    test('a layout hides and resizes columns, and makes rows compact', async ({
      gallery: { example },
    }) => {
      const hidden = example('Table with a hidden column').getByRole('columnheader')
      await expect(hidden).toHaveText(['Company'])
      await expect(example('Table, compact').getByRole('table')).toHaveAttribute(
        'data-density',
        'compact',
      )
      const resized = await example('Table with resized columns')
        .getByRole('columnheader', { name: 'Company' })
        .boundingBox()
      expect(resized?.width).toBe(280)
    })

    test('on a narrow screen a table is a list of cards with labels', async ({
      gallery: { page, example },
    }) => {
      const cell = example('Table with a selection').getByRole('cell', { name: '1284' })
      await page.setViewportSize({ width: 320, height: 800 })
      await expect(cell).toContainText('1284')
      await expect(
        example('Table with a selection').getByRole('columnheader', { name: 'Attempts' }),
      ).not.toBeInViewport()
    })

    test('a message stays while the focus is on it, and its action replaces it', async ({
      gallery: { page, example },
    }) => {
      await example('Messages').getByRole('button', { name: 'Show a success' }).click()
      await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByText('Undone')).toBeVisible()
      await example('Messages').getByRole('button', { name: 'Show a failure' }).click()
      await expect(page.getByText('Not saved. Try again.')).toBeVisible()
    })

    test('a form that is busy or read-only can’t be sent', async ({ gallery: { example } }) => {
      const busy = example('Form, busy').getByRole('button', { name: 'Block number' })
      await expect(busy).toBeDisabled()
      const readOnly = example('Form, read-only').getByRole('button', { name: 'Block number' })
      await expect(readOnly).toHaveCount(0)
    })
  })
}

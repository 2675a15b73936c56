import { expectEachOnce, test } from './paged-service.ts'

test('with page numbers, each of 257 events is reached, selected and replayed once', async ({
  page,
  paged,
}) => {
  await page.context().addCookies([paged.session])
  await expectEachOnce(page, paged, 'page number')
})

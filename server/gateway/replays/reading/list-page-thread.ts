import { pageThread } from './page-thread.ts'
import { parseListPage } from './parse-list-page.ts'

export default pageThread(parseListPage)

import { pageThread } from '../../replays/reading/page-thread.ts'
import { parseShownPage } from './parse-shown-page.ts'

export default pageThread(parseShownPage)

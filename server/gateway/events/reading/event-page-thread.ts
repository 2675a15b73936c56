import { pageThread } from '../../replays/reading/page-thread.ts'
import { parseEventPage } from './parse-event-page.ts'

export default pageThread(parseEventPage)

import { ODD_ANSWERS } from './support/odd-answers.ts'
import { PAGES, test } from './support/redial-with-odd-answers.ts'

/* One pass. fuzzed-answers.long.ts has each odd answer alone, and random ones. */

test('no page is blank if every answer of the service is malformed in another way', ({
  expectContent,
}) => expectContent(PAGES, 'each odd answer in turn', Object.values(ODD_ANSWERS)))

import { anyAnswers, ODD_ANSWERS } from './support/odd-answers.ts'
import { MAIN_PAGES, PAGES, test } from './support/redial-with-odd-answers.ts'

/* A selection. fuzzed-answers.long.ts has each odd answer by itself, and random ones. */

test('no page goes blank when each answer of the service is odd in another way', ({
  expectContent,
}) => expectContent(PAGES, 'each odd answer in turn', Object.values(ODD_ANSWERS)))

test('no page goes blank when the service answers anything', ({ expectContent }) =>
  expectContent(PAGES, 'the seed 20261121', anyAnswers(20261121)))

test('no page goes blank when every answer of the service is null, deep or markup', async ({
  expectContent,
}) => {
  for (const what of [
    'null everywhere',
    'names that JavaScript has a use for',
    'events of endless depth',
    'markup',
  ] as const) {
    await expectContent(MAIN_PAGES, what, [ODD_ANSWERS[what]])
  }
})

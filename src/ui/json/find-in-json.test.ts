import { expect, test } from 'vitest'
import { findInJson } from './find-in-json.ts'

const JSON_TEXT = '{"Name":"M\\u00fcller","list":["acme",{"acme":1}],"n":42}'

test.each([
  ['müller', ['"M\\u00fcller"']],
  ['ACME', ['"acme"', '"acme"']],
  ['name', ['"Name"']],
  ['42', ['42']],
  ['', []],
  [':', []],
  ['nowhere', []],
])('%s is in these names and values: %j', (wanted, found) => {
  const matches = findInJson(JSON_TEXT, wanted)
  expect(matches.map((start, index) => JSON_TEXT.substr(start, found[index]?.length))).toEqual(
    found,
  )
})

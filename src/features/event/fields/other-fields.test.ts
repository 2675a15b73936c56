import { expect, test } from 'vitest'
import { fieldLabel, otherFields } from './other-fields.ts'

test.each([null, 'text', 7, [], [1, 2]])('finds none in a payload that is %j', payload => {
  expect(otherFields(JSON.stringify(payload), [])).toEqual([])
})

test('finds unknown fields, with numbers as they were written', () => {
  const payload =
    '{"call_id":1,"intent":"p\\u00fcrchase","urgent":true,"score":1.10,"tree":{"leaf":2},"gone":null}'
  expect(otherFields(payload, ['call_id'])).toEqual([
    ['intent', 'pürchase'],
    ['urgent', 'Yes'],
    ['score', '1.10'],
  ])
  expect(fieldLabel('vehicle_make')).toBe('Vehicle make')
  expect(fieldLabel('vehicleMake')).toBe('Vehicle make')
  expect(fieldLabel('callSID')).toBe('CallSID')
})

test('limits the number of fields and shortens a long text', () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, 'x']))
  expect(otherFields(JSON.stringify(many), [])).toHaveLength(30)
  const [[, text] = []] = otherFields(JSON.stringify({ a: 'x'.repeat(9_000) }), [])
  expect(text).toHaveLength(301)
})

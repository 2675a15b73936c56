import { expect, test } from 'vitest'
import { chartScale } from './chart-frame.tsx'

test.each([
  [0, [0, 2, 4]],
  [5, [0, 3, 6]],
  [15, [0, 8, 16]],
  [53, [0, 30, 60]],
  [60, [0, 30, 60]],
  [61, [0, 40, 80]],
  [1284, [0, 800, 1600]],
])('%i fits under round marks', (most, marks) => {
  expect(chartScale(most)).toEqual(marks)
})

import { BACKEND_SHAPES } from './backend-shapes.ts'
import { DELIVERY_SHAPES } from './delivery-shapes.ts'
import { OUTSIDE_SHAPES } from './outside-shapes.ts'
import { TELEPHONY_SHAPES } from './telephony-shapes.ts'

export const ALL_SHAPES = [
  ...BACKEND_SHAPES,
  ...DELIVERY_SHAPES,
  ...TELEPHONY_SHAPES,
  ...OUTSIDE_SHAPES,
]

import { DELIVERY_SHAPES } from './delivery-shapes.ts'
import { FRAMEWORK_SHAPES } from './framework-shapes.ts'
import { LANGUAGE_SHAPES } from './language-shapes.ts'
import { NAMING_SHAPES } from './naming-shapes.ts'
import { OUTSIDE_SHAPES } from './outside-shapes.ts'
import { PLATFORM_SHAPES } from './platform-shapes.ts'
import { QUEUE_SHAPES } from './queue-shapes.ts'
import { TELEPHONY_SHAPES } from './telephony-shapes.ts'

export const ALL_SHAPES = [
  ...FRAMEWORK_SHAPES,
  ...LANGUAGE_SHAPES,
  ...NAMING_SHAPES,
  ...DELIVERY_SHAPES,
  ...QUEUE_SHAPES,
  ...PLATFORM_SHAPES,
  ...TELEPHONY_SHAPES,
  ...OUTSIDE_SHAPES,
]

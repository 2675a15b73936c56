import { DELIVERY_SHAPES } from './delivery-shapes.ts'
import { EDGE_SHAPES } from './edge-shapes.ts'
import { OUTSIDE_SHAPES } from './outside-shapes.ts'
import { SERVICE_SHAPES } from './service-shapes.ts'

export const ALL_SHAPES = [...EDGE_SHAPES, ...SERVICE_SHAPES, ...DELIVERY_SHAPES, ...OUTSIDE_SHAPES]

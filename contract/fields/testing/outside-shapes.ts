import { readdirSync, readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { FieldMap } from '../field-map.ts'
import type { Shape } from './shape.ts'

/*
 * Shapes by authors who had not seen the code. Each file keeps only a few of the author's items, chosen so
 * that every kind of value occurs.
 */

const File = z.object({
  name: z.string(),
  range: z.object({ from_date: z.string(), to_date: z.string() }),
  items: z.array(z.unknown()),
  expected: FieldMap,
  alsoRight: z.optional(z.record(z.string(), z.array(z.string()))),
})

const FOLDER = new URL('./outside/', import.meta.url)

export const OUTSIDE_SHAPES: Shape[] = readdirSync(FOLDER)
  .sort()
  .map(name => ({
    ...File.parse(JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'))),
    unsaid: ['payload.contact'],
  }))

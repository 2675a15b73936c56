import * as z from 'zod/mini'

/** A query parameter that may be repeated. One value comes as a text, several as a list. */
export function repeatedParameter<Item extends z.core.$ZodType<string, string>>(
  item: Item,
  maximum: number,
) {
  return z.pipe(
    z.pipe(
      z.union([z.string(), z.array(z.string())]),
      z.transform(values => [values].flat()),
    ),
    z.array(item).check(z.maxLength(maximum)),
  )
}

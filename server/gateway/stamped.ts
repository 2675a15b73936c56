import { stampIn } from '../../contract/time/stamp.ts'

type Stamped<Row> = {
  [Name in keyof Row]: Date extends Row[Name] ? Exclude<Row[Name], Date> | string : Row[Name]
}

/** A row with its times as the gateway returns them, in `timeZone`. */
export function stamped<Row extends object>(row: Row, timeZone: string): Stamped<Row> {
  const fields: unknown[][] = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? stampIn(value, timeZone) : value,
  ])
  return Object.fromEntries(fields)
}

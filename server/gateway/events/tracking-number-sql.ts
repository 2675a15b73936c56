import { type RawBuilder, sql } from 'kysely'

/** `trackingNumberKey` as SQL. */
export function trackingNumberKeySql(written: RawBuilder<string>): RawBuilder<string> {
  // Most services write digits only, and regular expressions take many times longer.
  return sql<string>`case when ${written} > '01' and translate(${written}, '0123456789', '') = '' then ${written}
    when ${written} ~ '^\\s*\\+?[0-9\\s().-]+$' and ${written} ~ '[0-9]'
    then regexp_replace(regexp_replace(${written}, '[^0-9]', '', 'g'), '^00', '')
    else btrim(${written}) end`
}

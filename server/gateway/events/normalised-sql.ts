import { type RawBuilder, sql } from 'kysely'

/** Accents of decomposed letters, and characters that nobody sees. */
const UNSEEN = '[\u0300-\u036f\u00ad\u200b-\u200f\u2060-\u2064\ufeff]'
const DASHES = '\u2010\u2011\u2012\u2013\u2014\u2015'

/** `normaliseText` as SQL, for the accents, dashes and invisible characters that occur. */
export function normalisedSql(text: RawBuilder<string>): RawBuilder<string> {
  // Most texts are plain, and normalising one takes many times longer than comparing two lengths.
  return sql<string>`case when octet_length(${text}) = length(${text}) then lower(${text})
    else lower(translate(regexp_replace(normalize(${text}, nfd), ${sql.lit(UNSEEN)}, '', 'g'),
      ${sql.lit(DASHES)}, ${sql.lit('-'.repeat(DASHES.length))})) end`
}

/** `trackingNumberKey` as SQL. */
export function trackingNumberKeySql(written: RawBuilder<string>): RawBuilder<string> {
  // Most services write digits only, and regular expressions take many times longer.
  return sql<string>`case when ${written} > '01' and translate(${written}, '0123456789', '') = '' then ${written}
    when ${written} ~ '^\\s*\\+?[0-9\\s().-]+$' and ${written} ~ '[0-9]'
    then regexp_replace(regexp_replace(${written}, '[^0-9]', '', 'g'), '^00', '')
    else btrim(${written}) end`
}

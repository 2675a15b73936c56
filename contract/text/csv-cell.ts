/**
 * Text that a spreadsheet would treat as a formula, in any disguise, and digits that it would treat
 * as a number and change: 9007199254740993 becomes 9.0072E+15, 0042 becomes 42, 12E7 becomes
 * 120000000 (docs/decisions/0019).
 */
export const GUARDED =
  /^(?:[\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800\ufffc]*[=+\-@＝＋－＠﹢﹣﹦﹫]|[\t\r\n]|\d{12,}$|0\d+$|\d+(?:\.\d+)?e[+-]?\d+$)/iu

/** Some digits may be masked: "+2782*****01". */
const E164 = /^\+?([1-9][\d*]{6,14})$/

/** A phone number that no spreadsheet converts to a number: "tel:+27821230001". */
export function phoneCell(number: string | null | undefined): string {
  const [, digits] = E164.exec(number ?? '') ?? []
  return digits === undefined ? (number ?? '') : `tel:+${digits}`
}

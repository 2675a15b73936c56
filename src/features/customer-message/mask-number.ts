/** Replaces all digits but the first four and the last two: "+2782*****89" */
export function maskNumber(number: string): string {
  const digits = number.replaceAll(/\D/g, '').length
  let seen = 0
  return number.replaceAll(/\d/g, digit => {
    seen++
    return seen <= 4 || seen > digits - 2 ? digit : '*'
  })
}

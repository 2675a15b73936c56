/*
 * The calendar loads when it opens, so its texts are apart from the others of the date range.
 */

export const thisWeek = 'This week'
export const lastWeek = 'Last week'
export const thisMonth = 'This month'
export const lastMonth = 'Last month'

export const chooseFirstDay = 'Choose the first day.'
export const chooseLastDay = (first: string) =>
  `Choose the last day, or ${first} again for this day only.`

export const previousMonth = 'Previous month'
export const nextMonth = 'Next month'
export const previousYear = 'Previous year'
export const nextYear = 'Next year'
export const previousTenYears = 'Previous ten years'
export const nextTenYears = 'Next ten years'

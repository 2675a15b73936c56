export const daysIn = (timeZone: string) => `Days in ${timeZone}`

/*
 * The menu loads when it opens, so its texts are apart from that of its button.
 */

export const columns = 'Columns'
export const makeNarrower = (column: string) => `Make ${column} narrower`
export const makeWider = (column: string) => `Make ${column} wider`
export const moveLeft = (column: string) => `Move ${column} to the left`
export const moveRight = (column: string) => `Move ${column} to the right`

export const density = 'Density'
export const comfortable = 'Comfortable'
export const compact = 'Compact'

export const reset = 'Reset'

export const counting = 'Counting…'
export const orMore = 'or more'

export const unknown = 'Unknown'

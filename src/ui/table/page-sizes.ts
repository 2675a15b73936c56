/** The choices for the number of rows per page. */
export const PAGE_SIZES = [20, 50, 100]

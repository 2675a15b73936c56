/** The numbers of rows per page that one can choose from. */
export const PAGE_SIZES = [20, 50, 100]

/** Words beside the worst price of an order's slices. */
export const limitWords = "at limit price cap below above under over than least most minimum maximum min max";

/**
 * Stands in own words where a quotation was cut out: no grammar knows it, so what is left is not
 * read as whole.
 */
export const QUOTE_MARK = "\ufffc";

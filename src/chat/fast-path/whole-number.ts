/** A count, an id or minutes from a plain decimal; undefined for fractions and for more digits than any of those has. */
export const wholeNumber = (text: string): number | undefined =>
  /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;

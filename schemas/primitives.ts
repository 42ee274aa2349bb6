import * as z from "zod";

/**
 * Lower-case 20-byte hex. Any case is accepted here; the checksum of a mixed-case one is checked in
 * src/lib.
 */
export const hexAddress = hexText(
  /^0x[0-9a-fA-F]{40}$/,
  "must be a 20-byte hex address (0x and 40 digits)",
);
export const hexData = hexText(/^0x(?:[0-9a-fA-F]{2})*$/, "must be hex bytes");
export const hexHash = hexText(/^0x[0-9a-fA-F]{64}$/, "must be a 32-byte hex hash");
/** A method's or an error's selector, in lower case. */
export const hexSelector = hexText(/^0x[0-9a-f]{8}$/);
/** An unsigned integer in decimal digits: base units. 78 digits hold any uint256. */
export const baseUnits = z
  .string()
  .regex(/^(?:0|[1-9][0-9]{0,77})$/, "must be an integer in base units, as a string of digits");
/** A positive or zero decimal number in plain notation; no exponent, sign, separator or space. */
export const decimalAmount = z
  .string()
  .max(100)
  .regex(
    /^(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/,
    'must be a plain decimal number as a string, for example "1.5"',
  );
export const unixMs = z.int().min(0).max(8_640_000_000_000_000);

/**
 * Text that begins with 0x, and typed so (viem's Address, Hash and Hex): the one cast that such
 * fields need.
 */
export function hexText(pattern: RegExp, message?: string) {
  return z.string().regex(pattern, message) as z.ZodString & z.ZodType<`0x${string}`, string>;
}

/** How an answer that is a table too is wanted. */
export const tableFormat = () =>
  z
    .enum(["json", "csv"])
    .optional()
    .describe("csv: a table for spreadsheets. Default: by the Accept header, else json.");

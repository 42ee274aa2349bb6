/** Rows of cells by RFC 4180, each line ended. What is absent is an empty cell. */
export const csvOf = (rows: readonly (readonly unknown[])[]): string =>
  `${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;

const NUMBER = /^-?[0-9]+(?:\.[0-9]+)?$/;

/** Spreadsheets run texts that begin like formulas; a number below 0 is none. */
function cell(value: unknown): string {
  const text = value === undefined || value === null ? "" : String(value);
  const isFormula = /^[=+\-@\t\r]/.test(text) && !NUMBER.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

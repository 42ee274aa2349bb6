/**
 * Rows in columns of equal width, two spaces apart, each line indented; the last column is not
 * padded.
 */
export function table(rows: readonly (readonly string[])[], indent = "     "): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, cell.length);
    });
  }
  return rows
    .map((row) => (indent + row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join("  ")).trimEnd())
    .join("\n");
}

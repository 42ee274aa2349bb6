/** One line of a table in Markdown, so that what a bench prints is what the results page shows. */
export const row = (...cells: (string | number)[]): string => `| ${cells.join(" | ")} |`;

/** The lines of a text below a scene's heading. */
export const indented = (text: string): string =>
  text
    .split("\n")
    .map((line) => `     ${line}`.trimEnd())
    .join("\n");

import type { Reader } from "./reader.ts";

/** Types the lines of a snippet one after the other; what each of them printed. */
export async function eachLine({ type }: Pick<Reader, "type">, code: string): Promise<string[]> {
  const said: string[] = [];
  for (const line of code.trimEnd().split("\n")) said.push(await type(line));
  return said;
}

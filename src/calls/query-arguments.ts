import type * as z from "zod";

/**
 * A tool's arguments out of a query, where everything is text: what its own schema takes as text stays that, what it does not is read as
 * JSON (a number, a boolean, a list). Whether the result is right is judged by the call itself, in the words it has for every door.
 */
export function queryArguments(input: z.ZodObject, texts: Readonly<Record<string, string>>): Record<string, unknown> {
  const parsed = input.safeParse(texts);
  if (parsed.success) return texts;
  const noText = new Set(parsed.error.issues.map(({ path: [name] }) => name));
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, noText.has(name) ? jsonOrText(text) : text]),
  );
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

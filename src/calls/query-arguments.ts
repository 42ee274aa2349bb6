import type * as z from "zod";

/**
 * Everything is text: what the tool's schema takes as text stays that, the rest is read as JSON (a number, a boolean, a list). The call
 * itself judges the result.
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

/** Where two values differ, a line each: `openapi.paths./api/quote.get.summary: "a" -> "b"`. */
export function compareSurfaces(before: unknown, after: unknown, at = ""): string[] {
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) =>
      compareSurfaces(before[name], after[name], at === "" ? name : `${at}.${name}`),
    );
  }
  const [was, is] = [JSON.stringify(before), JSON.stringify(after)];
  return was === is ? [] : [`${at}: ${was ?? "nothing"} -> ${is ?? "nothing"}`];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

import type { StoredValue } from "../simulation/redis/dump-keyspace.ts";

export type RecordShapes = Record<string, string[]>;

/**
 * Adds to `shapes` what these keys hold: key template -> the paths of its value,
 * `json.status:string` and the like. A name that is an id, an address or a number stands as `*`, so
 * that one template has one form whoever it belongs to.
 */
export function addRecordShapes(
  shapes: Map<string, Set<string>>,
  dump: Record<string, StoredValue>,
): void {
  for (const [key, value] of Object.entries(dump)) {
    const template = key.split(":").map(general).slice(0, 4).join(":");
    const paths = shapes.get(template) ?? new Set();
    for (const path of pathsOf(value)) paths.add(path);
    shapes.set(template, paths);
  }
}

function pathsOf(value: StoredValue): string[] {
  if (typeof value === "string") return textPaths("string", value);
  if (Array.isArray(value)) return value.flatMap((entry) => textPaths("list", entry));
  if (value instanceof Set) return ["set"];
  if (value instanceof Map) return ["zset"];
  return Object.entries(value).flatMap(([field, text]) =>
    textPaths(`hash ${general(field)}`, text),
  );
}

function textPaths(at: string, text: string): string[] {
  if (!text.startsWith("{") && !text.startsWith("[")) return [`${at}: text`];
  return jsonPaths(JSON.parse(text)).map((path) => `${at}: json${path}`);
}

function jsonPaths(value: unknown): string[] {
  if (Array.isArray(value))
    return value.length === 0 ? ["[]"] : value.flatMap(jsonPaths).map((path) => `[]${path}`);
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([name, inner]) =>
      jsonPaths(inner).map((path) => `.${general(name)}${path}`),
    );
  }
  return [` ${value === null ? "null" : typeof value}`];
}

const general = (name: string): string =>
  /^(\d.*|id-\d+|0x.*|.*[0-9a-f]{8}.*)$/i.test(name) ? "*" : name;

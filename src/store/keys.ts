import { ADDRESS_PARTS, KEY_TABLE, type KeyName } from "./key-table.ts";

type PartsOf<T extends string> = T extends `${string}{${string}}${infer Rest}`
  ? [part: string | number, ...PartsOf<Rest>]
  : [];

/** One builder per line of KEY_TABLE; its parts are the template's, in order. */
export type Keys = { readonly prefix: string } & {
  readonly [K in KeyName]: (...parts: PartsOf<(typeof KEY_TABLE)[K]["template"]>) => string;
};

/**
 * The only builder of keys. `prefix` is the deployment's, `sx:{environment}:`.
 * @example createKeys("sx:production:").order("0xAB..", 3) // "sx:production:order:0xab..:3"
 */
export function createKeys(prefix: string): Keys {
  const builders = Object.entries(KEY_TABLE).map(([name, { template }]) => [
    name,
    (...parts: (string | number)[]) => prefix + fill(template, parts),
  ]);
  return asKeys({ prefix, ...Object.fromEntries(builders) });
}

function fill(template: string, parts: (string | number)[]): string {
  let next = 0;
  return template.replace(/\{(\w+)\}/g, (_, part: string) => {
    const value = String(parts[next++]);
    return ADDRESS_PARTS.includes(part) ? value.toLowerCase() : value;
  });
}

/** Safe: the entries are made from the very table that the type is made from. */
const asKeys = (built: Record<string, unknown>): Keys => built as Keys;

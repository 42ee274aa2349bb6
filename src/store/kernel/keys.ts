import { ADDRESS_PARTS, KEY_TABLE, type KeyName } from "./key-table.ts";

type PartsOf<T extends string> = T extends `${string}{${string}}${infer Rest}`
  ? [part: string | number, ...PartsOf<Rest>]
  : [];

export type Keys = { readonly prefix: string } & {
  readonly [K in KeyName]: (...parts: PartsOf<(typeof KEY_TABLE)[K]["template"]>) => string;
};

/**
 * `prefix` is the deployment's, `sx:{environment}:`.
 * @example createKeys("sx:production:").order("0xAB..", 3) // "sx:production:order:0xab..:3"
 */
export function createKeys(prefix: string): Keys {
  const builders = Object.entries(KEY_TABLE).map(([name, { template }]) => [
    name,
    builderOf(prefix, template),
  ]);
  return asKeys({ prefix, ...Object.fromEntries(builders) });
}

function builderOf(prefix: string, template: string): (...parts: (string | number)[]) => string {
  const pieces = template.split(/\{(\w+)\}/);
  const texts = pieces.filter((_, index) => index % 2 === 0);
  const isAddress = pieces
    .filter((_, index) => index % 2 === 1)
    .map((part) => ADDRESS_PARTS.includes(part));
  return (...parts) => {
    let key = prefix + texts[0];
    for (const [index, lowers] of isAddress.entries()) {
      const part = String(parts[index]);
      key += (lowers ? part.toLowerCase() : part) + texts[index + 1];
    }
    return key;
  };
}

/** Safe: type and entries come from the same table. */
const asKeys = (built: Record<string, unknown>): Keys => built as Keys;

import { ADDRESS_PARTS, KEY_TABLE } from "./key-table.ts";

/** `K.order(vault, orderId)` and so on, with the prefix from ARGV[3]. */
export const luaKeys = `local K = {}\n${Object.entries(KEY_TABLE)
  .map(([name, { template }]) => builder(name, template))
  .join("\n")}`;

/** Numbers in keys are far below the 14 digits that Lua writes exactly. */
function builder(name: string, template: string): string {
  const pieces = template.split(/(\{\w+\})/).filter((piece) => piece !== "");
  const parts = pieces.filter((piece) => piece.startsWith("{")).map((piece) => piece.slice(1, -1));
  const expression = pieces.map((piece) => {
    if (!piece.startsWith("{")) return `'${piece}'`;
    const part = piece.slice(1, -1);
    return ADDRESS_PARTS.includes(part) ? `string.lower(${part})` : part;
  });
  return `function K.${name}(${parts.join(", ")}) return ARGV[3] .. ${expression.join(" .. ")} end`;
}

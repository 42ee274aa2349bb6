import { CHAINS, type ChainId } from "../../schemas/chains.ts";
import { parseChain } from "../chain/parse-chain.ts";
import { inPlainWords } from "../lib/in-plain-words.ts";
import type { Tool } from "../tools/tool.ts";

/**
 * The lines that the service adds to the card of a call which a model proposed: what the call says, argument by argument, and what was
 * filled in for it. Undefined for a call that is no offer. Figures of what leaves and arrives are the plan's own.
 */
export function offerCard(tool: Tool, args: Record<string, unknown>, chainId: ChainId): string[] | undefined {
  if (tool.effect === "read" || tool.model === "hidden") return undefined;
  const { grounding } = tool.model;
  if (grounding.kind !== "offer") return undefined;
  const { venue, to, defaults = {} } = grounding.card;
  const named = args.chain ?? args.sourceChain;
  const place = typeof named === "string" ? named : String(tool.chain ?? chainId);
  const chain = parseChain(place, { withVenues: true });
  const said = Object.entries(args).filter(([name]) => name !== "chain" && name !== "sourceChain");
  const shown = (name: string, value: unknown) =>
    grounding.fields[name]?.is === "side" && typeof value === "boolean" ? (value ? "long" : "short") : String(value);
  const filled = Object.entries(defaults).flatMap(([name, text]) => {
    const filling = typeof text === "string" ? text : text(args);
    return args[name] === undefined && filling !== undefined ? [filling] : [];
  });
  const line = (head: string, parts: readonly string[]) =>
    parts.length === 0 ? [] : [`${head}: ${parts.join("; ")}.`];
  return [
    ...line(
      "Read from your words",
      said.map(([name, value]) => `${inPlainWords(name)} ${shown(name, value)}`),
    ),
    ...line("Filled in by default", filled),
    `On ${chain.ok ? CHAINS[chain.value].name : "an unknown chain"}, by ${venue}, to ${to}.`,
  ];
}

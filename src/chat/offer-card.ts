import type { ChainId } from "../../schemas/chains.ts";
import { parseChain } from "../chain/parse-chain.ts";
import { chainOf } from "../chain-of.ts";
import { inPlainWords } from "../lib/in-plain-words.ts";
import type { OfferCard } from "../tools/grounding.ts";
import type { Tool } from "../tools/tool.ts";
import { plainCommand, type ReadWords } from "./plain-command.ts";

/** `on`: the chain of words that name none, as `read` reads them; left out, the call's own. */
type Shown = {
  chainId: ChainId;
  on?: ChainId;
  read?: ReadWords | undefined;
  notes?: readonly string[];
};

/**
 * The lines that the service adds to the card of a call which waits: the plain command that `read`
 * reads as this call, or its arguments where no words say all of them; what was filled in for it;
 * and `notes` of what the words hold beside it. Figures of what leaves and arrives are the plan's.
 */
export function offerCard(
  tool: Exclude<Tool, { effect: "read" }>,
  args: Record<string, unknown>,
  { chainId, on, read, notes = [] }: Shown,
): string[] {
  const { model, chain: own } = tool;
  const grounding = model === "hidden" ? undefined : model.grounding;
  const fields = grounding?.fields ?? {};
  const { venue, to, defaults = {} } = grounding?.card ?? NOWHERE;
  const named = args.chain ?? args.sourceChain;
  const place = typeof named === "string" ? named : String(own ?? chainId);
  const chain = parseChain(place, { withVenues: true });
  const said = Object.entries(args).filter(([name]) => name !== "chain" && name !== "sourceChain");
  const shown = (name: string, value: unknown) =>
    fields[name]?.is === "side" && typeof value === "boolean"
      ? value
        ? "long"
        : "short"
      : String(value);
  const filled = Object.entries(defaults).flatMap(([name, text]) => {
    const filling = typeof text === "string" ? text : text(args);
    return args[name] === undefined && filling !== undefined ? [filling] : [];
  });
  const words = read && plainCommand({ tool, args, chainId, on }, read);
  const line = (head: string, parts: readonly string[]) =>
    parts.length === 0 ? [] : [`${head}: ${parts.join("; ")}.`];
  return [
    ...line(
      "Read from your words",
      words === undefined
        ? said.map(([name, value]) => `${inPlainWords(name)} ${shown(name, value)}`)
        : [`"${words}"`],
    ),
    ...line("Filled in by default", filled),
    `On ${[chain.ok ? chainOf(chain.value).name : "an unknown chain", ...(venue === "" ? [] : [`by ${venue}`, `to ${to}`])].join(", ")}.`,
    ...notes,
  ];
}

/** Of a tool whose own answer says where it acts. */
const NOWHERE: OfferCard = { venue: "", to: "" };

import type { HyperliquidCall } from "../calldata/hyperliquid-call.ts";
import { encodeCall } from "../hyperliquid/encode-call.ts";
import type { CallPlan } from "../kinds/plan.ts";
import type { HyperliquidFacts } from "./read-hyperliquid-facts.ts";

type Told = { description: string; lines: readonly string[]; suggestions?: string[]; data: Record<string, unknown> };

/** The effect comes later and elsewhere, which every answer says: mined is not taken up. */
export function hyperliquidPlan(
  call: HyperliquidCall,
  { facts }: HyperliquidFacts,
  { description, lines, suggestions, data }: Told,
): CallPlan {
  const answerData = { perpB: { action: call.kind.slice(2, 3).toLowerCase() + call.kind.slice(3), ...data } };
  return {
    kind: "call",
    data: encodeCall(call),
    expected: call,
    description,
    message: [`${description}.`, ...lines].join("\n"),
    swap: null,
    facts,
    ...(suggestions !== undefined && { suggestions }),
    answerData,
    later: {
      message: [
        `Mined, not carried out yet: ${description}.`,
        ...lines,
        "The venue takes it up within seconds, or drops it without a word: look at the positions.",
      ].join("\n"),
      data: answerData,
    },
  };
}

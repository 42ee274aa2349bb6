import { toFunctionSelector } from "viem";
import { type NodeReply, nodeAnswer } from "../chain/node-answer.ts";
import type { SimChain } from "../chain/sim-chain.ts";
import { words } from "../chain/words.ts";

/**
 * What a single node says once that is not so. What holds all the same, and what a lie excuses,
 * stands in `lies` of create-world.ts.
 */
export const LIES = [
  "wrong balance",
  "wrong NAV",
  "wrong nonce",
  "other receipt",
  "no logs",
] as const;
export type Lie = (typeof LIES)[number];

type Call = { method: string; params: readonly unknown[] };

/** Its answer to a call about which it lies; the honest one to every other. */
export function lieOfNode(
  chain: SimChain,
  lie: Lie,
  amount: number,
  call: Call,
): { reply: NodeReply; isLie: boolean } {
  const reply = nodeAnswer(chain, { lag: 0 }, call);
  const told = "result" in reply ? lieAbout(chain, lie, amount, call, reply.result) : undefined;
  return told === undefined ? { reply, isLie: false } : { reply: { result: told }, isLie: true };
}

function lieAbout(
  chain: SimChain,
  lie: Lie,
  amount: number,
  { method, params }: Call,
  honest: unknown,
): unknown {
  const isMore = amount % 2 === 1;
  const data = method === "eth_call" ? (params[0] as { data: string }).data : "";
  switch (lie) {
    case "wrong balance":
      if (method === "eth_getBalance") return isMore ? "0xffffffffffffffffffffff" : "0x0";
      return data.startsWith(BALANCE_OF) ? `0x${words.uint(isMore ? 10n ** 30n : 0n)}` : undefined;
    case "wrong NAV":
      // Of both sides of a call, or of the vault as it stands.
      return data === NAV && typeof honest === "string" ? scaled(honest, isMore) : undefined;
    case "wrong nonce":
      if (method !== "eth_getTransactionCount") return undefined;
      return `0x${Math.max(0, Number(honest) + (isMore ? 1 : -1)).toString(16)}`;
    case "other receipt": {
      if (method !== "eth_getTransactionReceipt") return undefined;
      const other = chain.canonical().find(({ tx }) => tx.hash !== params[0]);
      if (other === undefined) return undefined;
      const reply = nodeAnswer(chain, { lag: 0 }, { method, params: [other.tx.hash] });
      return "result" in reply ? reply.result : undefined;
    }
    case "no logs":
      return method === "eth_getTransactionReceipt" && honest !== null
        ? { ...Object(honest), logs: [] }
        : undefined;
  }
}

function scaled(honest: string, isMore: boolean): string {
  const body = honest.slice(2);
  const part = (index: number): string =>
    words.uint((words.big(body, index) * (isMore ? 120n : 80n)) / 100n);
  return `0x${part(0)}${part(1)}${words.uint(0)}`;
}

const BALANCE_OF = toFunctionSelector("function balanceOf(address)");
const NAV = toFunctionSelector("function updateUnitaryValue()");

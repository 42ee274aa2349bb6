import { tokenTable } from "../../../../src/chain/addresses.ts";
import type { ModelPort } from "../../../../src/chat/model-port.ts";
import { readMessage } from "../../../../src/chat/read-message.ts";
import { runTurn } from "../../../../src/chat/run-turn.ts";
import { AppError } from "../../../../src/errors.ts";
import { type RunCall, turnWorld } from "./turn-world.ts";

/**
 * What a message on Base comes to: the calls that ran, of which those with a card wait for their
 * operator; or a question; or words.
 */
export type CorpusOutcome =
  | { kind: "ran"; calls: RunCall[] }
  | { kind: "asked"; reason: unknown }
  | { kind: "words" };

/**
 * One message through a whole turn, as a door hands it over; without a model unless one is given.
 */
export async function corpusOutcome(text: string, model?: ModelPort): Promise<CorpusOutcome> {
  // The vault holds 1,000 of everything: 10% of it is 100.
  const balance = {
    token: `0x${"11".repeat(20)}`,
    symbol: "TKN",
    decimals: 18,
    amount: "1000",
    amountBase: `1${"0".repeat(21)}`,
  };
  const answers = { get_token_balance: { tool: "get_token_balance", data: balance } };
  const world = turnWorld({
    answers,
    fastPath: (own) => readMessage(own, { chainId: 8453, tokens: tokenTable }),
  });
  try {
    await runTurn({ ...world.ports, model }, { messages: [{ role: "user", text }], chainId: 8453 });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "message_unclear") return { kind: "asked", reason: error.details?.reason };
    if (error.code !== "not_configured") throw error;
  }
  const [question] = world.asked;
  if (question !== undefined) return { kind: "asked", reason: question };
  // A share's balance is read before its call.
  const [first, ...rest] = world.ran;
  const calls = first?.tool === "get_token_balance" && rest.length > 0 ? rest : world.ran;
  return calls.length === 0 ? { kind: "words" } : { kind: "ran", calls };
}

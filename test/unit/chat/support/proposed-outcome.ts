import { tokenTable } from "../../../../src/chain/addresses.ts";
import type { ModelCall } from "../../../../src/chat/model-call.ts";
import { readMessage } from "../../../../src/chat/read-message.ts";
import { runTurn } from "../../../../src/chat/run-turn.ts";
import { AppError } from "../../../../src/errors.ts";
import { type RunCall, turnWorld } from "./turn-world.ts";

/**
 * What a message on Base comes to where a model proposes a call for it. `act`: it ran; `offer`: it
 * waits as a card; `ask`: asked back, how to say it; `words`: nothing of that. Without a grammar,
 * the model is asked in every case.
 */
export type ProposedOutcome = {
  kind: "act" | "offer" | "ask" | "words";
  call?: RunCall;
  reason?: unknown;
};

export async function proposedOutcome(
  text: string,
  call: ModelCall | undefined,
  { grammar }: { grammar: boolean },
): Promise<ProposedOutcome> {
  const balance = {
    ...{ token: `0x${"11".repeat(20)}`, symbol: "TKN", decimals: 18, amount: "1000" },
    amountBase: `1${"0".repeat(21)}`,
  };
  const world = turnWorld({
    calls: call === undefined ? [] : [call],
    answers: { get_token_balance: { tool: "get_token_balance", data: balance } },
    ...(grammar && {
      fastPath: (own: string) => readMessage(own, { chainId: 8453, tokens: tokenTable }),
    }),
  });
  const ports = call === undefined ? { ...world.ports, model: undefined } : world.ports;
  let reason: unknown;
  let isAsked = false;
  try {
    const { toolCalls = [] } = await runTurn(ports, {
      messages: [{ role: "user", text }],
      chainId: 8453,
    });
    const refused = toolCalls.find(({ error }) => error !== undefined)?.error;
    reason = refused?.details?.reason ?? refused?.error;
    isAsked = refused?.error === "not_in_your_words";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    isAsked = error.code === "message_unclear";
    reason = error.details?.reason ?? error.code;
  }
  // Behind a refusal stands only what the comparison read.
  const ran = isAsked ? undefined : world.ran.at(-1);
  if (ran === undefined) return { kind: isAsked ? "ask" : "words", reason };
  return { kind: ran.card === undefined ? "act" : "offer", call: ran };
}

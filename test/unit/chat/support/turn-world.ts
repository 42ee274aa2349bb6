import type { ToolResult } from "../../../../schemas/tool-call.ts";
import type { Answer } from "../../../../src/chat/answers/answer-of.ts";
import type { Ask } from "../../../../src/chat/ask.ts";
import type { ModelCall } from "../../../../src/chat/model-call.ts";
import type { DecideInput, ModelPort, TellInput } from "../../../../src/chat/model-port.ts";
import type { FastPathReading, TurnPorts } from "../../../../src/chat/run-turn.ts";

/** `card`: of an offer. */
export type RunCall = {
  tool: string;
  args: Record<string, unknown>;
  chainId: number;
  card?: readonly string[];
};
export type TurnWorld = {
  ports: TurnPorts;
  /** Every call that reached the pipeline, in its order. */
  ran: RunCall[];
  writes: () => RunCall[];
  decided: DecideInput[];
  told: TellInput[];
  asked: Ask[];
  answered: Answer[];
};

export type WorldOptions = {
  /** What the model asks for, whatever it is shown. */
  calls?: readonly ModelCall[];
  says?: string;
  model?: ModelPort;
  fastPath?: (own: string) => FastPathReading;
  /** A tool's answer, or the error that it throws. */
  answers?: Record<string, ToolResult | Error>;
};

const USAGE = { inputTokens: 100, outputTokens: 10 };

/**
 * Ports that write down what reaches them. The model asks for `calls` without looking: whoever
 * attacks has all of it.
 */
export function turnWorld({
  calls = [],
  says = "Told.",
  model,
  fastPath,
  answers = {},
}: WorldOptions = {}): TurnWorld {
  const ran: RunCall[] = [];
  const decided: DecideInput[] = [];
  const told: TellInput[] = [];
  const asked: Ask[] = [];
  const answered: Answer[] = [];
  const scripted: ModelPort = {
    async decide(input) {
      decided.push(input);
      return { calls, text: says, usage: USAGE };
    },
    async tell(input) {
      told.push(input);
      return { text: says, usage: USAGE };
    },
  };
  const ports: TurnPorts = {
    fastPath: fastPath ?? (() => ({ kind: "pass" })),
    async ask(ask) {
      asked.push(ask);
      return { reply: ask.text };
    },
    tell: async (answer) => {
      answered.push(answer);
      return "Told.";
    },
    model: model ?? scripted,
    async runTool({ tool, args, chainId, card }) {
      ran.push({ tool: tool.name, args, chainId, ...(card !== undefined && { card }) });
      const answer = answers[tool.name] ?? { tool: tool.name, message: `${tool.name} answered.` };
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  // By hand, from the catalog: what only looks.
  const reads = [
    "get_swap_quote",
    "get_vault_info",
    "get_token_balance",
    "switch_chain",
    "check_delegation_status",
    "list_twap_orders",
    "list_strategies",
  ];
  return {
    ports,
    ran,
    decided,
    told,
    asked,
    answered,
    writes: () => ran.filter(({ tool }) => !reads.includes(tool)),
  };
}

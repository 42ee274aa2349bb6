import * as z from "zod";
import { giveAgentGrant, type LocalAgent } from "../stack/give-agent-grant.ts";
import { postAsOperator } from "../stack/post-as-operator.ts";
import { indented } from "./indented.ts";
import { playedSwap } from "./played-swap.ts";
import type { Scene, Stage } from "./scene.ts";
import { showRefusal } from "./show-refusal.ts";
import { signIn } from "./sign-in.ts";

const told = z.object({ message: z.string(), operationId: z.string().optional() });
const SMALL = { ...playedSwap, amountIn: "300" };

/**
 * A program with a key of its own asks, and the owner approves; another one trades by itself until
 * its limit of the day.
 */
export const agentScene: Scene = {
  title: "Two agents with grants of the owner's: one proposes, one trades up to its limit",
  play: async (stage) => {
    const { manifest, print } = stage;
    const assistant = await giveAgentGrant(manifest, { scope: "propose", name: "assistant" });
    print(`     > the agent "assistant" (propose): swap ${SMALL.amountIn} USDC`);
    const asked = told.parse(await callAs(stage, assistant));
    print(`${indented(asked.message)}\n\n     > the owner approves`);
    const { operationId } = asked;
    const approved = await postAsOperator(manifest, "/api/operations/approve", { operationId });
    print(`${indented(told.parse(approved).message)}\n`);

    const trader = await giveAgentGrant(manifest, {
      scope: "trade",
      name: "trader",
      maxPerDay: "500",
    });
    await postAsOperator(manifest, "/api/settings/exec-mode", { mode: "autonomous" });
    print(`     > the agent "trader" (trade, 500 USDC a day): swap ${SMALL.amountIn} USDC`);
    print(`${indented(told.parse(await callAs(stage, trader)).message)}\n\n     > and once more`);
    const credentials = await signIn(manifest, { key: trader.privateKey });
    await showRefusal({ ...stage, credentials }, "build_vault_swap", SMALL, headersOf(trader));
    for (const { grantId: id } of [assistant, trader])
      await postAsOperator(manifest, "/api/grants/end", { id });
    await postAsOperator(manifest, "/api/settings/exec-mode", { mode: "confirm" });
  },
};

const headersOf = ({ grantId }: LocalAgent) => ({ "x-agent-grant": grantId });

async function callAs({ manifest, api }: Stage, agent: LocalAgent) {
  const body = {
    ...(await signIn(manifest, { key: agent.privateKey })),
    executionMode: "delegated",
    arguments: SMALL,
  };
  return api.post("/api/tools?toolName=build_vault_swap", body, headersOf(agent));
}

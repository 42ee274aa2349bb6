import { join } from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod";
import { withoutExplorers } from "./lib/without-explorers.ts";
import { TALK_COMMANDS, type TalkCommand, talk } from "./messaging/talk.ts";
import { agentHeaders, giveAgentGrant } from "./stack/give-agent-grant.ts";
import { grantDelegation } from "./stack/grant-delegation.ts";
import { parseDuration } from "./stack/parse-duration.ts";
import { readManifest } from "./stack/read-manifest.ts";

const HELP = `npm run local -- <command> [--stack-file <path>]

  advance <time>   move the clock of the chain and of the Worker, then deliver a tick: 90s, 5m, 2h
  tick             deliver one tick of the schedule
  info             what runs, and what time it is there
  pair             pair the operator's Telegram chat, as the link of /api/telegram/pair would
  say <text>       write that in the operator's chat, paired first where it is not; prints what the bot answers
  tap <button>     press the newest button of that name there: approve or reject
  sign             sign and send, as the vault's owner, the transaction that the newest such answer there shows
  chat             the conversation so far
  delegate [scope] let the vault's agent wallet trade, as delegate.mjs of docs/api.md does; more scopes: liquidity, perps, bridge, staking
  grant [scope] [maxPerDay]
                   give an agent a grant for a day: propose, read or trade (500 USDC a day); prints the headers that its client sends`;
const defaultStackFile = join(import.meta.dirname, "..", ".local", "stack.json");

const grantScope = z.enum(["read", "propose", "trade"]);
const tick = z.object({
  status: z.number().nullable(),
  error: z.string().nullable(),
  body: z.string(),
});
const moved = z.object({ nowMs: z.number(), delivery: tick });
const ticked = z.object({ deliveries: z.array(tick) });

/** One command to a running stack, through the control server of its manifest. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { "stack-file": { type: "string", default: defaultStackFile } },
    allowPositionals: true,
  });
  const [command, argument] = positionals;
  const send = (path: string, body?: object) => call(values["stack-file"], path, body);
  if (command === "advance") {
    const ms = parseDuration(argument ?? "");
    if (ms === undefined) throw new Error(`"${argument ?? ""}" is not a time: write 90s, 5m or 2h`);
    const { nowMs, delivery } = moved.parse(await send("/advance", { ms }));
    print(
      `It is now ${new Date(nowMs).toISOString().slice(0, 19).replace("T", " ")} UTC on the ` +
        "chain and in the Worker.",
    );
    showTick(delivery);
  } else if (command === "tick") {
    for (const delivery of ticked.parse(await send("/tick", {})).deliveries) showTick(delivery);
  } else if (isTalk(command)) {
    await talk(
      readManifest(values["stack-file"]),
      { command, argument: positionals.slice(1).join(" ") },
      print,
    );
  } else if (command === "delegate") {
    const granted = await grantDelegation(readManifest(values["stack-file"]), positionals.slice(1));
    print(
      `The agent wallet ${granted.agentAddress} may call ${granted.selectors.join(" ")}; ` +
        `missing: ${granted.missing.length}`,
    );
  } else if (command === "grant") {
    const manifest = readManifest(values["stack-file"]);
    const scope = grantScope.parse(argument ?? "propose");
    const maxPerDay = positionals[2] ?? "500";
    const agent = await giveAgentGrant(manifest, {
      scope,
      name: "local",
      ...(scope === "trade" && { maxPerDay }),
    });
    print(
      `The agent ${agent.address} (key ${agent.privateKey}) has a grant with the scope ` +
        `${scope}. Its headers, for a day:\n`,
    );
    for (const [name, value] of Object.entries(await agentHeaders(manifest, agent)))
      print(`${name}: ${value}`);
  } else if (command === "info") {
    print(JSON.stringify(await send("/info"), null, 2));
  } else {
    print(HELP);
    if (command !== undefined) process.exitCode = 1;
  }
}

const isTalk = (command: string | undefined): command is TalkCommand["command"] =>
  TALK_COMMANDS.some((known) => known === command);

async function call(stackFile: string, path: string, body: object | undefined): Promise<unknown> {
  const { control } = readManifest(stackFile);
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(control + path, init).catch((cause: unknown) => {
    throw new Error("The stack of this manifest does not answer: it has ended.", { cause });
  });
  const answer: unknown = await response.json();
  if (!response.ok)
    throw new Error(`The stack answered ${response.status}: ${JSON.stringify(answer)}`);
  return answer;
}

function showTick({ status, error, body }: z.infer<typeof tick>): void {
  print(
    status === null
      ? `The tick was not answered: ${error}`
      : `The tick was answered ${status}: ${body}`,
  );
  if (status !== 200) process.exitCode = 1;
}

function print(text: string): void {
  process.stdout.write(`${withoutExplorers(text)}\n`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

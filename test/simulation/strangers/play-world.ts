import { type Act, agentAct } from "./agent-acts.ts";
import { createDrawing, type Draw } from "./draw.ts";
import { judgeCall, type Spent, type WorldLimits } from "./judge-call.ts";
import { judgeHonestCall, judgeWaysOut } from "./judge-ways-out.ts";
import { setLimits } from "./set-limits.ts";
import { strangerAct, withMarketPools } from "./stranger-acts.ts";
import { createStrangerWorld } from "./stranger-world.ts";
import { tokenOf } from "./tokens.ts";

const TICK_MS = 300_000;

type World = Awaited<ReturnType<typeof createStrangerWorld>>;

export type WorldResult = {
  violations: readonly string[];
  reached: ReadonlySet<string>;
  /** By what tokens are worth, in millionths of a dollar. */
  lostE6: bigint;
};

/** One vault among strangers, drawn from a number: the same number gives the same world. */
export async function playWorld(
  seed: number,
  trace?: (line: string) => void,
): Promise<WorldResult> {
  const draw = createDrawing(seed);
  const world = await createStrangerWorld(trace);
  const { node } = world;
  const reached = new Set<string>();
  const violations: string[] = [];
  const spent: Spent[] = [];
  node.change(withMarketPools(node.state()));
  const limits = await drawLimits(world, draw, trace);
  await world.tick();
  // A vault at work: a NAV was measured before anybody touched a price.
  await world.call("build_vault_swap", {
    ...{
      tokenIn: tokenOf("USDC").address,
      tokenOut: tokenOf("WETH").address,
      amountIn: "50",
      dex: "uniswap",
    },
  });
  let last: Act | undefined;
  for (let step = draw.between(4, 12); step > 0; step -= 1) {
    for (let acts = draw.below(4); acts > 0; acts -= 1) {
      const [what, next] = strangerAct(node.state(), draw);
      trace?.(`stranger: ${what}`);
      reached.add(`stranger: ${what.replace(/:? (?:at |to )?\d+$/, "")}`);
      node.change(next);
    }
    await pass(world, draw.one([1_000, 60_000, 660_000, 3_600_000, 30_000_000]));
    if (draw.chance(0.2)) {
      violations.push(...(await judgeHonestCall(world, spent)));
      continue;
    }
    const before = node.state();
    const { tool, args } = last !== undefined && draw.chance(0.25) ? last : agentAct(before, draw);
    last = { tool, args };
    const answer = await world.call(tool, args);
    reached.add(`${tool}: ${answer.ok ? "executed" : answer.code}`);
    if (!answer.ok) continue;
    const judged = judgeCall(before, node.state(), spent, limits, node.nowMs());
    spent.push(judged.spent);
    violations.push(...judged.violations.map((text) => `${tool}: ${text}`));
  }
  if (draw.chance(0.5)) {
    trace?.("stranger: lets go of every price");
    reached.add("stranger: lets go");
    node.change({ ...node.state(), moved: {}, sandwiched: false });
    await pass(world, draw.one([1_000, 660_000]));
  }
  violations.push(...(await judgeHonestCall(world, spent)));
  // What an operator set he takes back by his own signature: limits are no way in which something
  // can be stuck.
  if (limits !== undefined) await setLimits(world, undefined);
  violations.push(...(await judgeWaysOut(world)));
  return { violations, reached, lostE6: spent.reduce((sum, one) => sum + one.lostE6, 0n) };
}

/** Time passes, with the ticks of its end: what earlier ones looked at is too old to matter. */
async function pass({ node, tick }: World, ms: number): Promise<void> {
  const last = Math.min(ms, 3 * TICK_MS);
  node.pass(ms - last);
  for (let left = last; left >= TICK_MS; left -= TICK_MS) {
    node.pass(TICK_MS);
    await tick();
  }
  node.pass(last % TICK_MS);
}

/**
 * None, or an operator's: of a call, of a day, and a thin token that he named with a limit of its
 * own.
 */
async function drawLimits(
  world: World,
  draw: Draw,
  trace?: (line: string) => void,
): Promise<WorldLimits | undefined> {
  if (draw.chance(0.4)) return undefined;
  const [perCall, perDay] = [BigInt(draw.one([5_000, 20_000])), BigInt(draw.one([20_000, 50_000]))];
  const grg = tokenOf("GRG").address;
  const thin = draw.chance(0.5) ? { [grg]: BigInt(draw.one([500, 2_000])) } : {};
  await setLimits(world, { perCall, perDay, thin });
  trace?.(
    `limits: ${perCall} a call, ${perDay} a ` +
      `day${thin[grg] === undefined ? "" : `, GRG ${thin[grg]}`}`,
  );
  const inE6 = (dollars: bigint) => dollars * 1_000_000n;
  return {
    ...{ perCall: inE6(perCall), perDay: inE6(perDay) },
    thin: Object.fromEntries(Object.entries(thin).map(([token, amount]) => [token, inE6(amount)])),
  };
}

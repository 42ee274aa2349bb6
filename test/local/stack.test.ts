import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { chainClient } from "../../local/chain/chain-client.ts";
import { readChainClock } from "../../local/chain/read-chain-clock.ts";
import { type CountingProxy, startCountingProxy } from "../../local/lib/counting-proxy.ts";
import { freePort } from "../../local/lib/free-port.ts";
import { callTool } from "../../local/play/call-tool.ts";
import { createCaller } from "../../local/play/create-caller.ts";
import { signIn } from "../../local/play/sign-in.ts";
import { stackManifest } from "../../local/stack/stack-manifest.ts";
import { type Dependency, startStack } from "../../local/start-stack.ts";
import { createAutoPay } from "../support/auto-pay.ts";
import { descendants } from "./descendants.ts";
import { isAlive } from "./is-alive.ts";
import { runStart, type StartRun } from "./run-start.ts";

const UP = "Stop with Ctrl-C.";
const START_MS = 180_000;
const STOP_LIMIT_MS = 5_000;
const dir = mkdtempSync(join(tmpdir(), "sextant-stack-"));
const runs: StartRun[] = [];

afterEach(async () => {
  for (const run of runs.splice(0)) {
    run.child.kill("SIGTERM");
    await run.exited;
  }
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function start(args: string[]): StartRun {
  const run = runStart("start.ts", args);
  runs.push(run);
  return run;
}

async function startBare(): Promise<{ run: StartRun; port: number; stackFile: string }> {
  const port = await freePort();
  const stackFile = join(dir, `stack-${port}.json`);
  const run = start(["--bare", "--port", String(port), "--stack-file", stackFile]);
  await run.says(UP);
  return { run, port, stackFile };
}

/** What `npm start` promises to show: what, in which scene, and how it reads. `""`: anywhere. */
const PROMISED: readonly [what: string, inScene: string, promised: RegExp][] = [
  [
    "parts as they come up",
    "",
    /^Starting [\s\S]*^ +\d+\.\d s +chain 8453[\s\S]*^ +\d+\.\d s +the Worker/m,
  ],
  ["all chains", "", /chain id 8453[\s\S]*chain id 42161[\s\S]*chain id 999/],
  ["NAV per unit at first", "", /^ +NAV per unit: +\d\.\d+ USDC/m],
  [
    "a quote beside the oracle",
    "Quotes",
    /^ +0x +0\.39\d+ ETH +[0-9]+ bps (below|above) the oracle's 0\.4\d* ETH$/m,
  ],
  [
    "a dry run",
    "dry run",
    /Dry run: nothing was done\. .*:\n +Waits for your approval: Swap 1000 USDC/,
  ],
  ["its Swap Shield", "dry run", /Swap Shield: -?[0-9]+ bps .*tolerance 500 bps/],
  ["its NAV Shield", "dry run", /NAV Shield: loss of [0-9]+ bps .*threshold 1000 bps/],
  ["a limit refuses", "limit", /Refused \(limit_exceeded\): [\s\S]*^ +limit +maxPerTransaction$/m],
  ["by its figures", "limit", /^ +wanted +25000(\.\d+)?$[\s\S]*^ +allowed +20000$/m],
  [
    "the chat asks",
    "private chat",
    /> sell 500 USDC for ETH\n +Waits for your approval: Swap 500 USDC/,
  ],
  [
    "and executes",
    "private chat",
    /> \[Approve\]\n +Executed: sold 500 USDC, bought 0\.19[0-9]+ ETH\./,
  ],
  ["liquidity", "position is closed", /^ +Position 1: .* in range /m],
  [
    "the Swap Shield refuses",
    "Swap Shield",
    /Refused \(swap_shield_blocked\): .* more than 5% worse than/,
  ],
  ["by its tolerance", "Swap Shield", /^ +toleranceBps +500$/m],
  ["a stop-loss is set", "stop-loss is set", /stop: ETH at or below 2400 USDC/],
  [
    "a stop-loss fires",
    "stop-loss fires",
    /#2 fired: stop: ETH at or below 2400 USDC[\s\S]*Sold 1 ETH, bought/,
  ],
  ["a frozen vault", "freeze", /Dry run: this would be refused\. .*\(vault_frozen\)$/m],
  [
    "the freeze's end",
    "freeze",
    /The vault is no longer frozen, on any chain\.\n[\s\S]*Waits for your approval: Swap 1000 USDC/,
  ],
  ["a transfer to another chain", "second chain", /^ +Arrived: 999\.2 USDC on arbitrum\.$/m],
  ["a perpetual at GMX", "GMX", /long[\s\S]*^ +mined +0x[0-9a-f]{64}$[\s\S]*4000/im],
  ["and its end", "GMX", /nothing at GMX/],
  ["a perpetual at Hyperliquid", "Hyperliquid", /^ +mined +0x[0-9a-f]{64}$[\s\S]*ETH[\s\S]*long/im],
  ["and its end", "Hyperliquid", /No open positions/],
  ["the stop-loss among the events", "Events", /[Tt]rigger/],
  ["one card for the order", "was told", /^ +🏁 TWAP #1 sell 5000 USDC for ETH$/mu],
  ["edited with each slice", "was told", /^ +\S+ 5\/5, completed$/m],
  ["and its end", "was told", /^ +.* TWAP #1 completed \(5\/5\)$/m],
];

/** The part of the output below the heading that matches. */
function sceneOf(played: string, heading: string): string {
  if (heading === "") return played;
  const scenes = played.split(/^(?=\d+ {1,4}[A-Z])/m);
  return (
    scenes.find((scene) => new RegExp(heading).test(scene.split("\n")[0] ?? "")) ??
    `no scene "${heading}"`
  );
}

describe("npm start", () => {
  test(
    "default: shows a line at once, then every promised part out of answers and chains, and stays up on the wall clock",
    async () => {
      const port = await freePort();
      const stackFile = join(dir, "played.json");
      const askedAt = performance.now();
      const run = start(["--port", String(port), "--stack-file", stackFile]);
      await run.says("Starting");
      expect(run.stdout()).toMatch(/^Starting .*\n/);
      expect(run.stdout()).not.toMatch(/ s +chain /);
      const firstLineMs = performance.now() - askedAt;
      // Each part by itself, as it comes up: what follows it has not been printed yet.
      await run.says("chain 8453");
      expect(run.stdout()).not.toMatch(/ s +the Worker/);
      await run.says(" is up, Redis: ");
      // What takes seconds is loaded behind the first line: quiet, it comes after 0.2 s of 8.
      expect(firstLineMs).toBeLessThan((performance.now() - askedAt) / 2);
      expect(run.stdout()).not.toContain("Quotes");
      await run.says("Quotes");
      expect(run.stdout()).not.toContain("Events of the vault");
      await run.says("Events of the vault");
      expect(run.stdout()).not.toContain(UP);
      await run.says(UP);
      const played = run.stdout();
      for (const [what, inScene, promised] of PROMISED)
        expect(sceneOf(played, inScene), what).toMatch(promised);
      // No explorer knows a local chain, and nothing else outside this machine is named.
      expect(played).not.toMatch(/https:/);

      const amount = (text: string, pattern: RegExp) =>
        Number(pattern.exec(text)?.[1]?.replaceAll(",", ""));
      const quotes = sceneOf(played, "Quotes");
      const [zerox, uniswap] = [/^ +0x +(\S+) ETH/m, /^ +uniswap +(\S+) ETH/m].map((one) =>
        amount(quotes, one),
      );
      expect(zerox).not.toBe(uniswap);
      expect(amount(quotes, /^ +best +(\S+) ETH/m)).toBe(Math.max(zerox ?? 0, uniswap ?? 0));

      const order = sceneOf(played, "TWAP order");
      expect(
        order.match(/^ +[1-5]\/5 {2}sold 1,000 USDC +bought 0\.39[0-9]+ ETH +0x[0-9a-f]{64}$/gm),
      ).toHaveLength(5);
      expect(sceneOf(played, "Events").match(/TWAP #1 slice [1-5]\/5 executed/g)).toHaveLength(5);

      // 7% down, while the mean of five minutes has hardly moved.
      const blocked = sceneOf(played, "Swap Shield");
      expect(amount(blocked, /^ +deltaBps +(\d+)$/m)).toBeGreaterThan(600);
      expect(amount(blocked, /^ +deltaBps +(\d+)$/m)).toBeLessThan(760);
      // An ETH at 2,500 less 7%, less what the pool takes.
      const firing = sceneOf(played, "stop-loss fires");
      expect(amount(firing, /sold 1 ETH +bought (\S+) USDC +0x[0-9a-f]{64}/)).toBeGreaterThan(
        2_300,
      );
      expect(amount(firing, /sold 1 ETH +bought (\S+) USDC +0x[0-9a-f]{64}/)).toBeLessThan(2_325);

      // The ETH was sold 175 USDC too cheap, of some 130,000; the rest are fees.
      const nav = /^ +NAV per unit +(\S+) USDC +(\S+) USDC +(\S+) USDC$/m.exec(
        sceneOf(played, "balances"),
      );
      const [before = 0, after = 0, change = 0] = (nav ?? []).slice(1).map(Number);
      expect(after - before).toBeCloseTo(change, 6);
      expect(change / before).toBeLessThan(-0.001);
      expect(change / before).toBeGreaterThan(-0.003);

      // The order costs 5,000, the chat's swap 500, the agents' 600, the transfer 1,000; what the
      // position took comes back, with a little of the order's own payments; the ETH brings some
      // 2,320.
      expect(played).toMatch(/^ +99,900 USDC +95,1\d\d(\.\d+)? USDC +-4,7\d\d(\.\d+)? USDC$/m);
      const paid = sceneOf(played, "Paid");
      // By route: several rows, one total.
      const payments = [...paid.matchAll(/^ +(0\.\d+) USDC +(?:GET|POST) /gm)].map(([, each]) =>
        Number(each),
      );
      expect(amount(paid, /^ +total +(\S+) USDC +in \d+ payments$/m)).toBeCloseTo(
        payments.reduce((sum, each) => sum + each, 0),
        6,
      );
      const { baseUrl, chains } = stackManifest.parse(JSON.parse(readFileSync(stackFile, "utf8")));
      for (const { rpcUrl } of [chains["8453"], chains["42161"], chains["999"]].flatMap(
        (one) => one ?? [],
      ))
        expect(Math.abs((await readChainClock({ rpcUrl })) - Date.now())).toBeLessThan(60_000);
      expect((await fetch(`${baseUrl}/api/health`)).status).toBe(200);
    },
    START_MS,
  );

  test.each([
    { signal: "SIGTERM", to: "the process", group: false },
    { signal: "SIGINT", to: "its whole group, as Ctrl-C does", group: true },
    { signal: "SIGHUP", to: "the process", group: false },
  ] as const)(
    "behavior: $signal to $to ends everything within 5 s, with exit code 0",
    async ({ signal, group }) => {
      const { run, port, stackFile } = await startBare();
      const pids = [run.pid, ...descendants(run.pid)];
      expect(pids.length).toBeGreaterThan(3);
      expect(run.stdout()).not.toContain("Quotes");
      const manifest = stackManifest.parse(JSON.parse(readFileSync(stackFile, "utf8")));
      expect(manifest.baseUrl).toBe(`http://127.0.0.1:${port}`);
      expect((await fetch(manifest.baseUrl)).status).toBe(200);

      const askedAt = performance.now();
      process.kill(group ? -run.pid : run.pid, signal);
      expect(await run.exited).toEqual({ code: 0, signal: null });
      // What is killed last is killed before this exit, but a busy machine takes a moment to carry
      // it out.
      await expect.poll(() => pids.filter(isAlive)).toEqual([]);
      expect(performance.now() - askedAt).toBeLessThan(STOP_LIMIT_MS);
      expect(run.stderr()).toBe("");
      expect(existsSync(stackFile)).toBe(false);
      await expect(fetch(manifest.baseUrl)).rejects.toThrow();
    },
    START_MS,
  );

  test(
    "behavior: a signal during the start ends what has started",
    async () => {
      const port = await freePort();
      const run = start([
        "--bare",
        "--port",
        String(port),
        "--stack-file",
        join(dir, "never.json"),
      ]);
      await run.says("Starting");
      const pids = [run.pid, ...descendants(run.pid)];
      process.kill(run.pid, "SIGTERM");
      expect(await run.exited).toEqual({ code: 0, signal: null });
      await expect.poll(() => [...pids, ...descendants(run.pid)].filter(isAlive)).toEqual([]);
    },
    START_MS,
  );

  test(
    "error: a taken port is named, and nothing stays",
    async () => {
      const squatter = createServer();
      const port = await freePort();
      await new Promise<void>((resolve) => squatter.listen(port, "127.0.0.1", resolve));
      const run = start([
        "--bare",
        "--port",
        String(port),
        "--stack-file",
        join(dir, "never.json"),
      ]);
      expect(await run.exited).toEqual({ code: 1, signal: null });
      expect(run.stderr()).toContain(
        `Port ${port} is taken. Choose another: npm start -- --port <number>`,
      );
      await new Promise((resolve) => squatter.close(resolve));
    },
    START_MS,
  );

  test(
    "error: wrong arguments are refused with the usage",
    async () => {
      for (const args of [["--port", "0"], ["--port", "http"], ["--nonsense"]]) {
        const run = start(args);
        expect((await run.exited).code).toBe(1);
        expect(run.stderr()).toContain("npm start -- [--bare]");
        expect(run.stderr()).not.toContain("    at ");
      }
    },
    START_MS,
  );
});

describe("npm run local", () => {
  test(
    "behavior: bare, all chains are there with the vault, and the last lines say how to go on; advance moves chain and Worker together and delivers a tick",
    async () => {
      const { run: bare, stackFile } = await startBare();
      // Nothing is delegated here, so nothing that trades by itself is proposed.
      const closing = bare.stdout().slice(bare.stdout().indexOf("Manifest"));
      expect(closing).not.toContain("automatically");
      for (const command of ["delegate", "sign", "say", "tap approve"])
        expect(closing).toContain(`npm run local -- ${command}`);
      const manifest = stackManifest.parse(JSON.parse(readFileSync(stackFile, "utf8")));
      expect(Object.keys(manifest.chains)).toEqual(["999", "8453", "42161"]);
      for (const { rpcUrl } of Object.values(manifest.chains).flatMap((one) => one ?? []))
        expect(await chainClient({ rpcUrl }).getCode({ address: manifest.vault })).toBeDefined();
      const operator = { api: createCaller(manifest), credentials: await signIn(manifest) };
      expect(await callTool(operator, "perp_a_get_positions", {})).toMatchObject({
        data: { positions: [] },
      });
      expect(await callTool(operator, "perp_b_get_positions", {})).toMatchObject({
        data: { adapter: "present" },
      });
      const command = async (...args: string[]) => {
        const run = runStart("command.ts", [...args, "--stack-file", stackFile]);
        const { code } = await run.exited;
        return { code, stdout: run.stdout(), stderr: run.stderr() };
      };
      const clocks = async () =>
        JSON.parse((await command("info")).stdout) as { nowMs: number; chainNowMs: number };
      const before = await clocks();
      const advanced = await command("advance", "5m");
      expect(advanced).toMatchObject({
        code: 0,
        stdout: expect.stringContaining("The tick was answered 200"),
      });
      const after = await clocks();
      for (const clock of ["nowMs", "chainNowMs"] as const) {
        const movedMs = after[clock] - before[clock];
        expect(movedMs).toBeGreaterThanOrEqual(300_000 - 1_000);
        expect(movedMs).toBeLessThan(300_000 + 20_000);
      }
      expect((await command("tick")).stdout).toContain("The tick was answered 200");
      expect((await command("advance", "soon")).stderr).toContain(
        '"soon" is not a time: write 90s, 5m or 2h',
      );
    },
    START_MS,
  );

  test("error: without a stack it says how to get one", async () => {
    const run = runStart("command.ts", ["info", "--stack-file", join(dir, "none.json")]);
    expect((await run.exited).code).toBe(1);
    expect(run.stderr()).toContain("Start one with: npm start");
  });
});

describe("startStack", () => {
  test(
    "args: interpose puts a proxy between the Worker and each dependency, start time moves both clocks",
    async () => {
      const proxies = new Map<Dependency, CountingProxy>();
      const anHourAgo = Date.now() - 3_600_000;
      const stack = await startStack({
        startTimestampMs: anHourAgo,
        interpose: async (name, target) => {
          const proxy = await startCountingProxy({ target });
          proxies.set(name, proxy);
          return proxy.url;
        },
      });
      try {
        expect([...proxies.keys()].sort()).toEqual([
          "0x",
          "facilitator",
          "qstash",
          "redis",
          "rpc",
          "telegram",
          "uniswap",
        ]);
        expect(Math.abs(stack.nowMs() - (await readChainClock(stack.chain)))).toBeLessThan(2_000);
        for (const now of [stack.nowMs(), await readChainClock(stack.chain)]) {
          // However long the start took: both are an hour behind the wall.
          expect(Math.abs(Date.now() - 3_600_000 - now)).toBeLessThan(5_000);
        }
        // Paid at the stack's time: an authorization by the wall clock would not be valid yet, on
        // the chain or in the Worker.
        const path = "/api/quote?sell=USDC&buy=ETH&amount=100&chain=base";
        const quote = await createAutoPay(stack).call(
          { method: "GET", path, headers: {} },
          {},
          async (payHeaders) => {
            const { status, headers } = await fetch(stack.baseUrl + path, { headers: payHeaders });
            return { status, headers };
          },
        );
        expect(quote.status).toBe(200);
        expect(proxies.get("0x")?.log()).toHaveLength(1);
        expect(proxies.get("facilitator")?.log()).toHaveLength(2);
        const [first, second] = await stack.tick({ times: 2 });
        expect([first?.status, second?.status]).toEqual([200, 200]);
        expect(first?.jti).not.toBe(second?.jti);
      } finally {
        await stack.stop();
        await Promise.all([...proxies.values()].map((proxy) => proxy.stop()));
      }
      await stack.stop();
      await expect.poll(() => stack.pids.filter(isAlive)).toEqual([]);
    },
    START_MS,
  );

  test(
    "error: a start that fails half-way leaves no process",
    async () => {
      const before = descendants(process.pid);
      await expect(startStack({ entry: join(dir, "no-such-worker.ts") })).rejects.toThrow();
      const left = descendants(process.pid).filter((pid) => !before.includes(pid));
      await expect.poll(() => left.filter(isAlive)).toEqual([]);
    },
    START_MS,
  );
});

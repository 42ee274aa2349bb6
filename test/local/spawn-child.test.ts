import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { freePort } from "../../local/lib/free-port.ts";
import { type SpawnedChild, spawnChild } from "../../local/lib/spawn-child.ts";
import { waitFor } from "../../local/lib/wait-for.ts";
import { isAlive } from "./is-alive.ts";

const started: SpawnedChild[] = [];
const start = async (options: Parameters<typeof spawnChild>[0]): Promise<SpawnedChild> => {
  const child = await spawnChild(options);
  started.push(child);
  return child;
};
afterAll(async () => {
  await Promise.all(started.map((child) => child.stop()));
});

test("default: ready when stdout says so, gone after stop", async () => {
  const pieces: string[] = [];
  const child = await start({
    command: "sh",
    args: ["-c", "printf rea; printf 'dy\\n'; exec sleep 600"],
    ready: { stdout: /ready/ },
    output: (text) => pieces.push(text),
  });
  expect(pieces.join("")).toBe("ready\n");
  expect(isAlive(child.pid)).toBe(true);
  await child.stop();
  expect(await child.exited).toEqual({ code: null, signal: "SIGTERM" });
  expect(isAlive(child.pid)).toBe(false);
});

test("ready: when a URL answers", async () => {
  const port = await freePort();
  const server =
    `require("node:http").createServer((_, answer) => answer.end()).listen(${port}, ` +
    `"127.0.0.1")`;
  const url = `http://127.0.0.1:${port}/`;
  const child = await start({ command: process.execPath, args: ["-e", server], ready: { url } });
  expect((await fetch(url)).status).toBe(200);
  await child.stop();
  expect(isAlive(child.pid)).toBe(false);
});

test("output: goes to a file, whole once stop has resolved", async () => {
  const dir = await mkdtemp(join(tmpdir(), "sextant-test-"));
  const output = join(dir, "child.log");
  const child = await start({ command: "sh", args: ["-c", "echo out; echo err >&2"], output });
  await child.exited;
  expect((await readFile(output, "utf8")).split("\n").sort()).toEqual(["", "err", "out"]);
  await rm(dir, { recursive: true });
});

test("behavior: a child that ignores SIGTERM is killed, and so are its own children", async () => {
  const script = "trap '' TERM; sleep 600 & echo leaf $!; while :; do sleep 1; done";
  let output = "";
  const child = await start({
    command: "sh",
    args: ["-c", script],
    killAfterMs: 100,
    ready: { stdout: /leaf \d+\n/ },
    output: (text) => {
      output += text;
    },
  });
  const leaf = Number(/leaf (\d+)/.exec(output)?.[1]);
  expect([isAlive(child.pid), isAlive(leaf)]).toEqual([true, true]);
  await child.stop();
  expect(isAlive(child.pid)).toBe(false);
  // Not our child: the kernel takes it away a moment after the signal.
  await expect.poll(() => isAlive(leaf)).toBe(false);
});

test("behavior: what a child leaves goes with it; its open pipes do not hold up stop", async () => {
  let output = "";
  const child = await start({
    command: "sh",
    args: ["-c", "trap 'exit 0' TERM; sleep 600 & echo leaf $!; wait"],
    ready: { stdout: /leaf \d+\n/ },
    output: (text) => {
      output += text;
    },
  });
  const leaf = Number(/leaf (\d+)/.exec(output)?.[1]);
  await child.stop();
  expect(await child.exited).toEqual({ code: 0, signal: null });
  expect(isAlive(child.pid)).toBe(false);
  // Not our child: the kernel takes it away a moment after the signal.
  await expect.poll(() => isAlive(leaf)).toBe(false);
});

test.each(["SIGKILL", "SIGTERM", "SIGINT"] as const)(
  "behavior: children die when we get %s",
  async (signal) => {
    const module = new URL("../../local/lib/spawn-child.ts", import.meta.url).href;
    const script = `import { spawnChild } from "${module}";
    const child = await spawnChild({ command: "sleep", args: ["600"] });
    console.log("grandchild " + child.pid);
    setInterval(() => {}, 1000);`;
    let output = "";
    const parent = await start({
      command: process.execPath,
      args: ["--input-type=module", "-e", script],
      ready: { stdout: /grandchild \d+\n/ },
      output: (text) => {
        output += text;
      },
    });
    const grandchild = Number(/grandchild (\d+)/.exec(output)?.[1]);
    expect(isAlive(grandchild)).toBe(true);
    process.kill(parent.pid, signal);
    expect((await parent.exited).signal).toBe(signal);
    await waitFor(() => !isAlive(grandchild), { what: "the grandchild's end" });
  },
);

test("error: a child that ends before it is ready tells why", async () => {
  const child = spawnChild({
    command: "sh",
    args: ["-c", "echo no port left >&2; exit 3"],
    ready: { stdout: /ready/ },
  });
  await expect(child).rejects.toThrow(/^sh ended before it was ready \(code 3\)\nno port left\n$/);
});

test("error: a child that is never ready is stopped", async () => {
  const child = spawnChild({
    command: "sh",
    args: ["-c", "echo pid $$; exec sleep 600"],
    ready: { stdout: /never/ },
    readyTimeoutMs: 200,
  });
  const error = await child.then(
    () => new Error("it was ready"),
    (thrown: Error) => thrown,
  );
  expect(error.message).toMatch(/^sh was not ready in 200 ms\npid \d+\n$/);
  expect(isAlive(Number(/pid (\d+)/.exec(error.message)?.[1]))).toBe(false);
});

test("error: a command that does not exist", async () => {
  await expect(spawnChild({ command: "/no/such/command" })).rejects.toThrow("ENOENT");
});

test("waitFor: gives what the condition gave, or what never came and the last error", async () => {
  let turns = 0;
  const third = waitFor(() => (++turns === 3 ? "third" : undefined), {
    what: "the third turn",
    intervalMs: 1,
  });
  expect(await third).toBe("third");
  const cause = new Error("refused");
  const never = waitFor(() => Promise.reject(cause), {
    what: "an answer",
    timeoutMs: 5,
    intervalMs: 1,
  });
  await expect(never).rejects.toMatchObject({ message: "waited 5 ms for an answer", cause });
});

import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * What V8's profiler gives: nodes of the call tree, which of them each sample met, and the time
 * between samples.
 */
export type CpuProfile = {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
};
/** Own time of one function or one source file, and its share of all that ran. */
export type Share = { name: string; ms: number; share: number };

const INTERVAL_US = 100;
/**
 * A Worker that waits is not sampled: a longer gap between two samples is a wait, and no work of
 * the function that was met behind it.
 */
const LONGEST_GAP_US = 5 * INTERVAL_US;

/**
 * Starts V8's sampling profiler of the only Worker behind a workerd's inspector; the answer ends it
 * and gives its profile.
 */
export async function startProfile(inspectorPort: number): Promise<() => Promise<CpuProfile>> {
  const targets = await (await fetch(`http://127.0.0.1:${inspectorPort}/json`)).json();
  const [target] = targets as { webSocketDebuggerUrl: string }[];
  if (target === undefined) throw new Error("workerd's inspector names no Worker");
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener("message", ({ data }: { data: unknown }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown };
    if (id !== undefined) waiting.get(id)?.(result);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  const ask = (method: string, params: object = {}) =>
    new Promise<unknown>((resolve) => {
      const id = waiting.size + 1;
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
  await ask("Profiler.enable");
  await ask("Profiler.setSamplingInterval", { interval: INTERVAL_US });
  await ask("Profiler.start");
  return async () => {
    const { profile } = (await ask("Profiler.stop")) as { profile: CpuProfile };
    socket.close();
    return profile;
  };
}

/**
 * Own times by function and by source file, largest first, without the time in which nothing ran.
 * Files are told by the comments that esbuild puts before each source in what it has not minified;
 * `dir` holds the modules.
 */
export function sharesOf(
  { nodes, samples, timeDeltas }: CpuProfile,
  dir: string,
): { functions: Share[]; files: Share[] } {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const functions = new Map<string, number>();
  const files = new Map<string, number>();
  let all = 0;
  for (const [at, id] of samples.entries()) {
    const frame = frames.get(id);
    const gapUs = timeDeltas[at] ?? 0;
    const ms = (gapUs > LONGEST_GAP_US ? INTERVAL_US : gapUs) / 1_000;
    if (frame === undefined || frame.functionName === "(idle)") continue;
    const file = sourceOf(dir, frame.url, frame.lineNumber);
    const name = frame.functionName === "" ? "(anonymous)" : frame.functionName;
    add(functions, `${name} ${file}`, ms);
    add(files, packageOf(file) || name, ms);
    all += ms;
  }
  const shares = (of: ReadonlyMap<string, number>) =>
    [...of]
      .sort(([, one], [, other]) => other - one)
      .map(([name, ms]) => ({ name, ms, share: ms / all }));
  return { functions: shares(functions), files: shares(files) };
}

const add = (to: Map<string, number>, name: string, ms: number) =>
  to.set(name, (to.get(name) ?? 0) + ms);

/** A package's name, or the room of a source of ours. */
const packageOf = (file: string): string =>
  /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? file.split("/").slice(0, 2).join("/");

const marks = new Map<string, { line: number; source: string }[]>();

function sourceOf(dir: string, url: string, line: number): string {
  const name = url.split("/").at(-1) ?? "";
  if (!name.endsWith(".js")) return name;
  let known = marks.get(name);
  if (known === undefined) {
    const lines = readFileSync(join(dir, name), "utf8").split("\n");
    known = lines.flatMap((text, at) => {
      const source = /^\s*\/\/ ((?:src|schemas|functions|build|node_modules)\/\S+)$/.exec(
        text,
      )?.[1];
      return source === undefined ? [] : [{ line: at, source }];
    });
    marks.set(name, known);
  }
  return known.findLast((mark) => mark.line <= line)?.source ?? name;
}

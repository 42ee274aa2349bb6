import { spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "../lib/free-port.ts";
import { findProgram } from "../programs/find-program.ts";

const loopback = "127.0.0.1";

// However this process ends, its end of the pipe closes, and the shell then ends anvil. Prints
// anvil's own pid.
const untilStdinCloses = `exec 3<&0
"$0" "$@" 3<&- </dev/null >/dev/null &
anvil=$!
echo $anvil
(cat <&3 >/dev/null; kill -9 $anvil) 2>/dev/null &
wait $anvil
code=$?
kill $! 2>/dev/null
exit $code`;

export type AnvilOptions = {
  chainId: number;
  port?: number;
  timestampSec: number;
  baseFeeWei: bigint;
  genesisPath?: string;
  /**
   * A state as `anvil_dumpState` gave it, unzipped: blocks, transactions and receipts included, the
   * mempool not.
   */
  statePath?: string;
};
export type Anvil = { rpcUrl: string; pid: number; stop(): Promise<void> };

/**
 * Starts anvil on loopback and waits until it answers. It ends with this process, however that
 * ends.
 */
export async function spawnAnvil(options: AnvilOptions): Promise<Anvil> {
  const port = options.port ?? (await freePort());
  const args = [
    ...[
      "--host",
      loopback,
      "--port",
      String(port),
      "--chain-id",
      String(options.chainId),
      "--hardfork",
      "prague",
    ],
    ...["--base-fee", String(options.baseFeeWei), "--timestamp", String(options.timestampSec)],
    ...["--balance", "1000000", "--gas-limit", "60000000"],
    "--silent",
    ...(options.genesisPath ? ["--init", options.genesisPath] : []),
    ...(options.statePath ? ["--load-state", options.statePath] : []),
  ];
  const child = spawn("/bin/sh", ["-c", untilStdinCloses, findProgram("anvil"), ...args], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr = (stderr + chunk).slice(-2000);
  });
  const exited = once(child, "exit");
  const pid = Number(String((await once(child.stdout, "data"))[0]).trim());
  const rpcUrl = `http://${loopback}:${port}`;
  await waitUntilReady(rpcUrl, () => {
    if (child.exitCode !== null)
      throw new Error(`anvil ended with code ${child.exitCode}: ${stderr}`);
  });
  const stop = async () => {
    if (child.exitCode === null) killOrGone(pid);
    await exited;
  };
  return { rpcUrl, pid, stop };
}

/**
 * A signal to the whole group, as Ctrl-C sends it, may have ended anvil a moment before its shell.
 */
function killOrGone(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

async function waitUntilReady(rpcUrl: string, requireAlive: () => void): Promise<void> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] });
  const headers = { "content-type": "application/json" };
  for (let attempt = 0; attempt < 3_000; attempt++) {
    requireAlive();
    const answer = await fetch(rpcUrl, { method: "POST", headers, body }).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("anvil did not answer within 60 s");
}

import { randomBytes } from "node:crypto";
import type { RespReply } from "../../../../local/redis/create-resp-parser.ts";
import type { LocalRedis } from "../../../../local/redis/start-redis.ts";
import { startRestFront } from "../../../../local/redis/start-rest-front.ts";
import { CommandError } from "../../../simulation/redis/command-error.ts";
import { createSimRedis } from "../../../simulation/redis/create-sim-redis.ts";
import { T0 } from "./records.ts";

/** The simulator's Redis, its clock standing at T0, behind the same REST front as the others. */
export async function startSimFront(): Promise<
  Pick<LocalRedis, "url" | "token" | "command" | "stop">
> {
  const sim = createSimRedis({ nowMs: () => T0 });
  const token = randomBytes(16).toString("hex");
  const answer = (command: string[]): RespReply => {
    try {
      return toResp(sim.command(...command));
    } catch (error) {
      if (error instanceof CommandError) return { error: error.message };
      throw error;
    }
  };
  const front = await startRestFront(
    { send: async (commands) => commands.map(answer), close: async () => undefined },
    token,
  );
  return {
    url: front.url,
    token,
    command: async (args) => sim.command(...args),
    stop: () => front.stop(),
  };
}

function toResp(value: unknown): RespReply {
  if (typeof value === "string") return Buffer.from(value);
  if (Array.isArray(value)) return value.map(toResp);
  return typeof value === "number" ? value : null;
}

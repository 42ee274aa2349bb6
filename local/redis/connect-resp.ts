import { connect, type Socket } from "node:net";
import { createRespParser, type RespReply } from "./create-resp-parser.ts";

export type RespClient = {
  /**
   * Sends all commands in one write and gives their replies in order; an error reply is a value.
   */
  send(commands: string[][]): Promise<RespReply[]>;
  close(): Promise<void>;
};
type Waiting = {
  replies: RespReply[];
  count: number;
  resolve(replies: RespReply[]): void;
  reject(error: Error): void;
};
type Line = { socket: Socket; waiting: Waiting[] };

/**
 * One RESP2 connection to `redis://[user[:password]@]host[:port][/db]`. When the line is lost, what
 * was in flight is rejected and never sent again; the next command connects anew. However a line is
 * lost, commands hear the same words.
 *
 * @throws Error when Redis cannot be reached or refuses the password or database
 */
export async function connectResp(url: string): Promise<RespClient> {
  const target = new URL(url);
  if (target.protocol !== "redis:")
    throw new Error(`the local stack speaks redis:// only, not ${target.protocol}//`);
  let line: Promise<Line> | undefined;
  let closed = false;
  const current = (): Promise<Line> => {
    if (closed) throw new Error("the Redis connection is closed");
    if (line === undefined) {
      const opening = openLine(target, () => {
        if (line === opening) line = undefined;
      });
      opening.catch(() => {
        if (line === opening) line = undefined;
      });
      line = opening;
    }
    return line;
  };
  await current();
  return {
    send: async (commands) => {
      const opening = current();
      return ask(
        await opening.catch((cause: unknown) => {
          throw lost(cause);
        }),
        commands,
      );
    },
    close: async () => {
      closed = true;
      const open = await line?.catch(() => undefined);
      if (open === undefined || open.socket.destroyed) return;
      await new Promise<void>((resolve) => {
        open.socket.once("close", () => resolve());
        open.socket.destroy();
      });
    },
  };
}

/**
 * Which error the system has for a dead peer (EPIPE, ECONNRESET, ECONNREFUSED) is a matter of
 * timing: that is the cause.
 */
const lost = (cause?: unknown) => new Error("the connection to Redis was lost", { cause });

async function openLine(target: URL, onLost: () => void): Promise<Line> {
  const socket = connect({
    host: target.hostname,
    port: Number(target.port || 6379),
    noDelay: true,
  });
  const line: Line = { socket, waiting: [] };
  const fail = (error: Error): void => {
    for (const waiting of line.waiting.splice(0)) waiting.reject(error);
    onLost();
    socket.destroy();
  };
  const parse = createRespParser((reply) => {
    const first = line.waiting[0];
    if (first === undefined) throw new Error("Redis answered a command that nobody sent");
    first.replies.push(reply);
    if (first.replies.length === first.count) {
      line.waiting.shift();
      first.resolve(first.replies);
    }
  });
  socket.on("data", (chunk) => {
    try {
      parse(chunk);
    } catch (error) {
      fail(error as Error);
    }
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
  socket.on("error", (error) => fail(lost(error)));
  socket.on("close", () => fail(lost()));
  await introduce(line, target);
  return line;
}

async function introduce(line: Line, target: URL): Promise<void> {
  const user = decodeURIComponent(target.username);
  const password = decodeURIComponent(target.password);
  const db = target.pathname.slice(1);
  const greetings: string[][] = [];
  if (password !== "") greetings.push(user === "" ? ["AUTH", password] : ["AUTH", user, password]);
  if (db !== "") greetings.push(["SELECT", db]);
  if (greetings.length === 0) return;
  for (const reply of await ask(line, greetings)) {
    if (reply !== null && typeof reply === "object" && "error" in reply) {
      line.socket.destroy();
      throw new Error(`Redis refused the connection: ${reply.error}`);
    }
  }
}

function ask(line: Line, commands: string[][]): Promise<RespReply[]> {
  return new Promise((resolve, reject) => {
    if (line.socket.destroyed) {
      reject(lost());
      return;
    }
    line.waiting.push({ replies: [], count: commands.length, resolve, reject });
    line.socket.write(Buffer.concat(commands.map(encodeCommand)));
  });
}

function encodeCommand(args: string[]): Buffer {
  const parts = [Buffer.from(`*${args.length}\r\n`)];
  for (const arg of args) {
    const bytes = Buffer.from(arg, "utf8");
    parts.push(Buffer.from(`$${bytes.length}\r\n`), bytes, Buffer.from("\r\n"));
  }
  return Buffer.concat(parts);
}

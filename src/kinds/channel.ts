import type { AnyOrder } from "../../schemas/any-order.ts";
import type { ChannelId } from "../../schemas/channel-ids.ts";
import type { ChatButtons } from "../../schemas/chat-buttons.ts";
import type { Notification } from "../../schemas/notification.ts";
import type { OpenapiRoute } from "../../schemas/openapi-route.ts";
import type { FetchLike } from "../chain/rpc.ts";

/**
 * A notification to show; `shown` is undefined where this version cannot read it: it is told by its
 * id.
 */
export type Notice = {
  id: string;
  later: boolean;
  /** Notices of one order share it. */
  about: string;
  shown: Notification | undefined;
};

export type Rendered = { ids: string[]; text: string; buttons?: ChatButtons };

/**
 * `unknown`: the message may be there, and is sent again later. `refused` is final: the address
 * (`chat`), the text (`content`), or the message to change is gone (`message`). Reasons are short
 * log text.
 */
export type Sent =
  | {
      status: "delivered";
      messageId?: string;
      atSec?: number;
    }
  | { status: "retry_after"; seconds: number }
  | { status: "refused"; what: "chat" | "content" | "message"; reason: string }
  | { status: "unknown"; reason: string };

/** The channel's settings that are set, and the way out. */
export type ChannelHost = { settings: Settings; fetch: FetchLike };
export type Settings = Readonly<Record<string, string | undefined>>;

/** `notices`: told now. `before`: told last; undefined: no card yet. */
export type CardOf = {
  order: AnyOrder;
  notices: readonly Notice[];
  before: string | undefined;
  id: string;
};
export type ShownCard = { message: Rendered; last: string };

/** One call is one request: no repeats, and nothing is thrown. */
export type Connection = {
  send(message: Rendered, address: string): Promise<Sent>;
  /** Changes text and buttons; an unchanged message counts as delivered. Absent: no cards. */
  edit?(messageId: string, message: Rendered, address: string): Promise<Sent>;
  talk?: Talk;
};

type Talk = {
  typing?(address: string): Promise<Sent>;
  answerButton(pressId: string, text: string): Promise<Sent>;
  removeButtons(address: string, messageId: string): Promise<Sent>;
};

export type ChannelQueue = {
  most: { first: number; later: number };
  /** Between two messages: to all, to one address, to one in conversation. */
  paceMs: { all: number; address: number; talk: number };
  /** Sent at once after a pause; an awaited answer may go one further. */
  atOnce: number;
  /** Wait after the n-th failure in a row, and tries before a notice is dropped. */
  backoff: { afterMs(failures: number): number; tries: number };
};

/** A channel; its heavy code is behind `import()`. */
export type Channel = {
  /** Part of keys: lower case letters, digits, "-". */
  id: ChannelId;
  /** Without one of `needs` nothing is sent, and the outbox keeps all. */
  env: { needs: readonly string[]; takes: readonly string[] };
  /** `link` shows the pairing code; it needs these variables too. */
  pair: { needs: readonly string[]; link(code: string, settings: Settings): string };
  queue: ChannelQueue;
  /** As few messages as fit, in order; no notice is left out. */
  show(notices: readonly Notice[]): Promise<Rendered[]>;
  /** Absent: an order's course is told notice by notice. */
  card?(of: CardOf): Promise<ShownCard>;
  connect(host: ChannelHost): Connection;
  door: readonly ChannelRoute[];
};

/** src/route.ts's route without `deps`, whose type knows the tables. */
type ChannelRoute = {
  method: "GET" | "POST";
  path: string;
  aliases?: readonly string[];
  load(): Promise<OpenapiRoute>;
};

/** `connection`: undefined where not configured, and in a dry run. */
export type HostedChannel = Omit<Channel, "connect" | "door"> & {
  settings: Settings;
  connection: Connection | undefined;
};
export type ConnectedChannel = HostedChannel & { connection: Connection };

import type { AnyOrder } from "../../schemas/any-order.ts";
import type { ChannelId } from "../../schemas/channel-ids.ts";
import type { ChatButtons } from "../../schemas/chat-buttons.ts";
import type { Notification } from "../../schemas/notification.ts";
import type { OpenapiRoute } from "../../schemas/openapi-route.ts";
import type { FetchLike } from "../chain/rpc.ts";

/** `shown`: undefined where this version cannot read it; it is told all the same, by its id. */
export type Notice = {
  id: string;
  /** It belongs to the course of an order, and is no alarm. */
  later: boolean;
  /** What it is about: those of one order have the same, any other is about itself. */
  about: string;
  shown: Notification | undefined;
};

/** One message, in the channel's own markup; `ids`: the notices in it. */
export type Rendered = { ids: string[]; text: string; buttons?: ChatButtons };

/**
 * `unknown`: no answer, or none about the message, which may be there: it is sent again later. `refused` is for good: `chat` when nothing
 * reaches this address any more, `content` when this text is not taken, `message` when the message to be changed is gone. Reasons are short
 * text for the log.
 */
export type Sent =
  | {
      status: "delivered";
      /** The channel's own, of a message that was sent. */
      messageId?: string;
      /** When it was sent, by the channel's clock. */
      atSec?: number;
    }
  | { status: "retry_after"; seconds: number }
  | { status: "refused"; what: "chat" | "content" | "message"; reason: string }
  | { status: "unknown"; reason: string };

/** Its settings by their names, as far as they are set, and the way out. */
export type ChannelHost = { settings: Settings; fetch: FetchLike };
export type Settings = Readonly<Record<string, string | undefined>>;

/** `notices`: what it tells now; `before`: what it told last, undefined where there is no card yet. */
export type CardOf = { order: AnyOrder; notices: readonly Notice[]; before: string | undefined; id: string };
/** `last`: what it tells last, as it stands in the message. */
export type ShownCard = { message: Rendered; last: string };

/** One call is one request: nothing is repeated inside, and nothing is thrown. */
export type Connection = {
  send(message: Rendered, address: string): Promise<Sent>;
  /** With other text and buttons; what it shows already is delivered. Left out: there are no cards. */
  edit?(messageId: string, message: Rendered, address: string): Promise<Sent>;
  /** Left out: nobody talks to the service there. */
  talk?: Talk;
};

/** Of a channel in which operators write to the service. */
type Talk = {
  /** Shows for a moment, or until a message comes, that an answer is being written. */
  typing?(address: string): Promise<Sent>;
  /** Ends the waiting that a pressed button shows; `text` is shown for a moment. */
  answerButton(pressId: string, text: string): Promise<Sent>;
  /** Takes the buttons of a message away. */
  removeButtons(address: string, messageId: string): Promise<Sent>;
};

/** How fast a channel may be written to, and how much one message is made of. */
export type ChannelQueue = {
  /** Shown together at most: those told first, and the others. */
  most: { first: number; later: number };
  /** Between two messages: to all addresses, to one, to one in a conversation. */
  paceMs: { all: number; address: number; talk: number };
  /** Where none went before; an awaited answer may go one further. */
  atOnce: number;
  /** After the `failures`-th failed sending in a row; and after how many a notice is given up. */
  backoff: { afterMs(failures: number): number; tries: number };
};

/** All there is to say of it. Its heavy code is behind `import()`. */
export type Channel = {
  /** Part of keys: lower case letters, digits, "-". */
  id: ChannelId;
  /** Where one of `needs` is not set, nothing is sent, and the outbox keeps what it has. */
  env: { needs: readonly string[]; takes: readonly string[] };
  /** How an operator comes to an address. `link`: where the code is to be shown; it needs these variables too. */
  pair: { needs: readonly string[]; link(code: string, settings: Settings): string };
  queue: ChannelQueue;
  /** As few messages as they fit in, in their order; no notice is left out. */
  show(notices: readonly Notice[]): Promise<Rendered[]>;
  /** Left out: an order's course is told notice by notice. */
  card?(of: CardOf): Promise<ShownCard>;
  connect(host: ChannelHost): Connection;
  /** Its own routes: by which it is paired, and by which what is written there comes in. */
  door: readonly ChannelRoute[];
};

/** A route as src/route.ts has it, but for what it knows of deps: those know the tables. */
type ChannelRoute = {
  method: "GET" | "POST";
  path: string;
  aliases?: readonly string[];
  load(): Promise<OpenapiRoute>;
};

/** `connection`: undefined where it is not configured, and in a dry run. */
export type HostedChannel = Omit<Channel, "connect" | "door"> & {
  settings: Settings;
  connection: Connection | undefined;
};
export type ConnectedChannel = HostedChannel & { connection: Connection };
